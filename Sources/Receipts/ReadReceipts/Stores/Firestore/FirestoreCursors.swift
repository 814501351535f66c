import FirestoreClient
import FirestoreModel
import OrderedCollections

/// Moves cursors on Cloud Firestore. Receipts of one user for many messages of a conversation are one write. A value for one use.
struct FirestoreCursors: CommittingReceipts {
    /// A receipt with its message; nil for a missing one.
    typealias Found = (receipt: Int, message: Message?)

    let chats: FirestoreChats
    let form: ReceiptBatch.Form
    let pace: @Sendable (Int) async throws -> Void
    var ledger: ReceiptLedger
    let noun = "cursor"
    /// Whether only their owners may read the cursors.
    private let isPrivate: Bool
    /// The members of the conversations read so far; nil for one without a document.
    private var members: [DocumentPath: UserIndex?] = [:]
    /// The cursors as they were read.
    private var cursors: [DocumentPath: ReceiptCursor] = [:]
    /// What the receipts ask of each cursor.
    private var moves: OrderedDictionary<DocumentPath, [Move]> = [:]

    /// What a receipt asks of a cursor.
    private struct Move {
        let receipt: Receipt
        let position: ChatPosition
        /// The index of the receipt.
        let place: Int
    }

    init(
        _ ledger: ReceiptLedger, chats: FirestoreChats, isPrivate: Bool = false,
        form: ReceiptBatch.Form = .commits, pace: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) {
        self.ledger = ledger
        self.chats = chats
        self.isPrivate = isPrivate
        self.form = form
        self.pace = pace
    }

    private func name(_ path: DocumentPath) -> DocumentName { DocumentName(chats.firestore.database, path) }

    /// Where a user's cursor is.
    func path(of user: UserID, in paths: ChatPaths) throws(ReceiptsError) -> DocumentPath {
        guard let collection = isPrivate ? paths.privateCursors : paths.cursors else {
            throw ReceiptsError(.invalidArgument, "schema \(chats.schema.name) has no private receipts")
        }
        return try ChatPaths.cursor(of: user, in: collection)
    }
}

// MARK: Reading

extension FirestoreCursors {
    /// Reads messages together with the conversations and cursors that are not known yet.
    ///
    /// - Returns: The messages, in the order of their paths; nil for a missing one.
    mutating func read(
        _ messages: [DocumentPath], conversations: [DocumentPath], cursors: [DocumentPath]
    ) async throws(FirestoreError) -> [Message?] {
        let conversations = Array(Set(conversations).filter { members[$0] == nil })
        let cursors = Array(Set(cursors).filter { self.cursors[$0] == nil })
        let schema = chats.schema
        let documents = try await chats.firestore.batchGet(
            (conversations + cursors + messages).map(name),
            mask: DocumentMask(fields: [schema.members] + schema.cursorFields + chats.markingFields))
        ledger.documentsRead += conversations.count + cursors.count + Set(messages).count
        for (path, document) in zip(conversations, documents) {
            members[path] = .some(document.map { UserIndex(Conversation($0, schema: schema).members) })
        }
        for (path, document) in zip(cursors, documents.dropFirst(conversations.count)) {
            self.cursors[path] = cursor(document, path)
        }
        return documents.dropFirst(conversations.count + cursors.count).map { $0.map(chats.message) }
    }

    private func cursor(_ document: Document?, _ path: DocumentPath) -> ReceiptCursor {
        document.map { ReceiptCursor($0, schema: chats.schema) }
            ?? ReceiptCursor(of: UserID(path.id.string))
    }

    /// The members of a conversation that was read; nil without a document.
    func members(of conversation: DocumentPath) -> UserIndex? { members[conversation] ?? nil }

    /// A cursor that was read.
    func cursor(_ path: DocumentPath) -> ReceiptCursor? { cursors[path] }
}

// MARK: Deciding

extension FirestoreCursors {
    /// Decides on receipts of messages that were read together with their conversation and cursors.
    mutating func take(_ found: [Found], cursor path: DocumentPath, conversation: DocumentPath) {
        for (place, message) in found {
            if let outcome = decide(ledger.receipts[place], message, place, path, conversation) {
                ledger.settle([place], outcome)
            }
        }
    }

    /// - Returns: The outcome of a receipt that needs no write.
    private mutating func decide(
        _ receipt: PendingReceipt, _ found: Message?, _ place: Int, _ path: DocumentPath,
        _ conversation: DocumentPath
    ) -> ReceiptOutcome? {
        guard let found else {
            let reason = "there is no such message (\(chats.schema.path(of: receipt)))"
            return .refused(.notFound, reason: reason)
        }
        // Without a document there are no members to check.
        if let members = members(of: conversation), members.place(of: receipt.userID) == nil {
            let reason = "\(receipt.userID) is not a member of the conversation (\(conversation))"
            return .refused(.permissionDenied, reason: reason)
        }
        let message = cursors[path]?.marked(found) ?? found
        switch ReceiptDecision(receipt.receipt, by: receipt.userID, of: message, schema: chats.schema) {
        case .skip(let reason): return .skipped(reason)
        case .refuse(let reason): return .refused(.failedPrecondition, reason: reason)
        case .mark:
            guard let position = message.position else {
                let reason =
                    "the message has no \(chats.schema.timestamp) (\(chats.schema.path(of: receipt)))"
                return .refused(.failedPrecondition, reason: reason)
            }
            moves[path, default: []].append(
                Move(receipt: receipt.receipt, position: position, place: place))
            return nil
        }
    }

    /// Writes what was decided. A cursor that has just moved waits until a second has passed, and does not hold up the others.
    mutating func finish() async {
        guard ledger.failure == nil else { return }
        let now = Timestamp()
        var (ready, waiting): ([Entry], [Entry]) = ([], [])
        var pause = Duration.zero
        for path in moves.keys {
            guard let entry = entry(path) else { continue }
            let wait = cursors[path]?.pause(at: now) ?? .zero
            pause = max(pause, wait)
            if wait > .zero { waiting.append(entry) } else { ready.append(entry) }
        }
        await land(together: ready)
        if waiting.isEmpty || ledger.failure != nil { return }
        do {
            try await chats.firestore.pause(for: pause)
        } catch {
            return ledger.settle(waiting.flatMap(\.label), .stopped)
        }
        await land(together: waiting)
    }

    private mutating func land(together entries: [Entry]) async {
        var planner = CommitPlanner<[Int]>(
            maximumWrites: form.maximumWrites(inCommit: chats.writesPerCommit))
        for entry in entries {
            if let full = planner.add(entry) { await land(full) }
        }
        if let rest = planner.finish() { await land(rest) }
    }

    /// The write that moves a cursor as far as its receipts ask; nil if another write has done so already.
    private mutating func entry(_ path: DocumentPath) -> Entry? {
        guard let old = cursors[path], let moves = moves[path] else { return nil }
        var new = old
        for move in moves { new.move(move.receipt, to: move.position) }
        let places = moves.map(\.place)
        if new == old {
            ledger.settle(places, .skipped(.alreadyMarked))
            return nil
        }
        let write = new.write(to: name(path), replacing: old, schema: chats.schema)
        return Entry(places, write, version: old.updateTime)
    }

    mutating func decideAgain(_ entries: [Entry]) async -> [Entry] {
        do throws(FirestoreError) {
            return try await readAgain(entries.map(\.write.name.path))
        } catch {
            switch ledger.caller {
            case .user: ledger.end(ReceiptsError(error))
            case .worker:
                for entry in entries { ledger.settle(entry.label, outcome(of: error, for: entry.write.name)) }
            }
            return []
        }
    }

    mutating func overtaken(_ entry: Entry) async throws(FirestoreError) -> [Entry]? {
        let path = entry.write.name.path
        let again = try await readAgain([path])
        return cursors[path]?.updateTime == entry.version ? nil : again
    }

    private mutating func readAgain(_ paths: [DocumentPath]) async throws(FirestoreError) -> [Entry] {
        let documents = try await chats.firestore.batchGet(
            paths.map(name), mask: DocumentMask(fields: chats.schema.cursorFields))
        ledger.documentsRead += documents.count
        for (path, document) in zip(paths, documents) { cursors[path] = cursor(document, path) }
        return paths.compactMap { entry($0) }
    }
}

extension ReceiptSchema {
    fileprivate func path(of receipt: PendingReceipt) -> String {
        path(ofMessage: receipt.messageID, in: receipt.conversationID)
    }
}
