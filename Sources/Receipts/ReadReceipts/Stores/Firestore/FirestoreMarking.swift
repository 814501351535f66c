import FirestoreClient
import FirestoreModel

/// One user's call that marks messages of one conversation: which messages, and whether the user takes part.
struct FirestoreMarking: ReceiptMarking {
    private let chats: FirestoreChats
    private let paths: ChatPaths
    private let request: ReceiptRequest
    private let user: UserID
    private var receipts: FirestoreReceipts

    var onProgress: @Sendable (Int) -> Void {
        get { receipts.ledger.onProgress }
        set { receipts.ledger.onProgress = newValue }
    }

    /// - Parameter request: What to mark; its messages count only for ``run()``.
    init(_ request: ReceiptRequest, by user: UserID, chats: FirestoreChats) throws(ReceiptsError) {
        try ChatPaths.check(user: user)
        paths = try ChatPaths(conversation: request.conversationID, schema: chats.schema)
        self.chats = chats
        self.request = request
        self.user = user
        receipts = FirestoreReceipts(ReceiptLedger(.user), chats: chats)
    }

    private var conversation: DocumentName { name(paths.conversation) }

    private func name(_ path: DocumentPath) -> DocumentName { DocumentName(chats.firestore.database, path) }

    /// Marks what was asked for.
    mutating func run() async throws(ReceiptsError) -> MarkResult {
        guard let ids = request.messageIDs else { return try await markAll() }
        return try await mark(ids)
    }

    /// Marks messages as they were read a moment ago.
    mutating func mark(_ messages: [Message]) async throws(ReceiptsError) -> MarkResult {
        receipts.note(nil, of: conversation)
        var found: [(target: FirestoreReceipts.Target, message: Message?)] = []
        for message in messages {
            found.append((target(name(try paths.message(message.id))), message))
        }
        await receipts.take(found)
        return try await finish()
    }

    /// Marks messages by id; repeated ids count once.
    private mutating func mark(_ ids: [MessageID]) async throws(ReceiptsError) -> MarkResult {
        var seen: Set<MessageID> = []
        var targets: [FirestoreReceipts.Target] = []
        for id in ids where seen.insert(id).inserted {
            targets.append(target(name(try paths.message(id))))
        }
        for start in stride(from: 0, to: targets.count, by: chats.writesPerCommit) {
            // The conversation comes along with the first messages, so that one message costs one read request.
            let found = await receipts.read(
                Array(targets[start..<min(start + chats.writesPerCommit, targets.count)]))
            if receipts.ledger.failure != nil { break }
            if start == 0 { try check(hasMessages: found.contains { $0.message != nil }) }
            await receipts.take(found)
        }
        return try await finish()
    }

    /// Marks every message of the conversation that needs it.
    private mutating func markAll() async throws(ReceiptsError) -> MarkResult {
        let document = try await chats.read([paths.conversation], fields: [chats.schema.members])[0]
        receipts.ledger.documentsRead += 1
        receipts.note(document, of: conversation)
        if document != nil { try check(hasMessages: true) }
        let others = document.map {
            Conversation($0, schema: chats.schema).members.filter { $0 != user }
        }
        var pages = UnmarkedMessages(
            request.receipt, from: others?.count == 1 ? others?.first : nil, schema: chats.schema,
            recognizer: chats.recognizer)
        while receipts.ledger.failure == nil, let query = pages.nextQuery {
            do throws(ReceiptsError) {
                let documents = try await chats.run(query, below: paths.conversation)
                // A query without results is billed as one read.
                receipts.ledger.documentsRead += max(documents.count, 1)
                if document == nil, pages.isAtStart { try check(hasMessages: !documents.isEmpty) }
                pages.received(documents)
                await receipts.take(documents.map { (target($0.name), chats.message($0)) })
            } catch {
                receipts.ledger.end(error)
            }
        }
        return try await finish()
    }

    /// Checks that the conversation is there and the user takes part in it. A conversation may have messages and no document.
    private func check(hasMessages: Bool) throws(ReceiptsError) {
        guard let members = receipts.members(of: conversation) else {
            if hasMessages { return }
            throw chats.noConversation(request.conversationID)
        }
        if members.place(of: user) == nil { throw chats.notAMember(user, of: request.conversationID) }
    }

    private mutating func target(_ name: DocumentName) -> FirestoreReceipts.Target {
        let receipt = PendingReceipt(
            request.receipt, conversationID: request.conversationID,
            messageID: MessageID(name.path.id.string),
            userID: user)
        return FirestoreReceipts.Target(
            name: name, conversation: conversation, receipts: [receipts.ledger.add(receipt)])
    }

    private mutating func finish() async throws(ReceiptsError) -> MarkResult {
        await receipts.finish()
        let evidence = receipts.evidence(of: conversation)
        chats.note(evidence, of: request.conversationID)
        return try receipts.ledger.result(evidence, in: request.conversationID, of: chats)
    }
}

// MARK: Calls

extension FirestoreChats {
    func marking(_ request: ReceiptRequest, by user: UserID) throws(ReceiptsError) -> any ReceiptMarking {
        let first: any ReceiptMarking =
            if schema.cursors != nil {
                try CursorMarking(request, by: user, chats: self)
            } else {
                try FirestoreMarking(request, by: user, chats: self)
            }
        guard let other else { return first }
        return DoubleMarking(first, try other.marking(request, by: user))
    }

    /// The same chats in the other schema that is written. What messages look like was decided by this one.
    private var other: FirestoreChats? {
        guard let also else { return nil }
        var other = FirestoreChats(firestore: firestore, schema: also, recognizer: nil)
        other.writesPerCommit = writesPerCommit
        return other
    }

    func write(
        _ pending: [PendingReceipt], as form: ReceiptBatch.Form,
        pace: @escaping @Sendable (Int) async throws -> Void
    ) async -> ReceiptBatch.Report {
        let report = await writeOnce(pending, as: form, pace: pace)
        guard let other else { return report }
        return report.adding(await other.writeOnce(pending, as: form, pace: pace))
    }

    private func writeOnce(
        _ pending: [PendingReceipt], as form: ReceiptBatch.Form,
        pace: @escaping @Sendable (Int) async throws -> Void
    ) async -> ReceiptBatch.Report {
        if schema.cursors != nil {
            var cursors = FirestoreCursors(
                ReceiptLedger(.worker, pending), chats: self, form: form, pace: pace)
            return await cursors.write()
        }
        var receipts = FirestoreReceipts(
            ReceiptLedger(.worker, pending), chats: self, form: form, pace: pace)
        let targets = receipts.targets()
        for start in stride(from: 0, to: targets.count, by: writesPerCommit) {
            let chunk = targets[start..<min(start + writesPerCommit, targets.count)]
            await receipts.take(await receipts.read(Array(chunk)))
            await receipts.finish()
        }
        return receipts.ledger.report
    }
}

extension FirestoreReceipts {
    /// The messages that the receipts are about, in the order of the receipts. Refuses receipts whose ids are not valid.
    fileprivate mutating func targets() -> [Target] {
        var targets: [Target] = []
        var places: [DocumentName: Int] = [:]
        for (index, receipt) in ledger.receipts.enumerated() {
            do throws(ReceiptsError) {
                try ChatPaths.check(user: receipt.userID)
                let paths = try ChatPaths(conversation: receipt.conversationID, schema: chats.schema)
                let name = DocumentName(chats.firestore.database, try paths.message(receipt.messageID))
                if let place = places[name] {
                    targets[place].receipts.append(index)
                } else {
                    places[name] = targets.count
                    let conversation = DocumentName(name.database, paths.conversation)
                    targets.append(Target(name: name, conversation: conversation, receipts: [index]))
                }
            } catch {
                ledger.settle([index], .refused(.invalidArgument, reason: error.message))
            }
        }
        return targets
    }
}
