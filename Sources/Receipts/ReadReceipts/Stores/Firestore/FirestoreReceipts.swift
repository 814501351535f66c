import FirestoreClient
import FirestoreModel

/// Writes receipts on Cloud Firestore: reads messages, decides, commits, and finds the writes that block a commit. A value for one use.
struct FirestoreReceipts: CommittingReceipts {
    /// A message with the indexes of its receipts.
    struct Target {
        let name: DocumentName
        let conversation: DocumentName
        var receipts: [Int]
    }

    let chats: FirestoreChats
    let form: ReceiptBatch.Form
    let pace: @Sendable (Int) async throws -> Void
    private var planner: CommitPlanner<[Int]>
    /// The members of the conversations read so far; nil for one without a document.
    private var members: [DocumentName: UserIndex?] = [:]
    /// The evidence about the schema so far, by conversation.
    private var evidence: [DocumentName: LayoutEvidence] = [:]
    var ledger: ReceiptLedger
    let noun = "message"

    init(
        _ ledger: ReceiptLedger, chats: FirestoreChats, form: ReceiptBatch.Form = .commits,
        pace: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) {
        self.ledger = ledger
        self.chats = chats
        self.form = form
        self.pace = pace
        planner = CommitPlanner(maximumWrites: form.maximumWrites(inCommit: chats.writesPerCommit))
    }

    /// The members of a conversation that was read; nil without a document.
    func members(of conversation: DocumentName) -> UserIndex? { members[conversation] ?? nil }

    /// The evidence about the schema of a conversation so far.
    func evidence(of conversation: DocumentName) -> LayoutEvidence {
        evidence[conversation] ?? chats.noEvidence
    }
}

// MARK: Reading

extension FirestoreReceipts {
    /// Reads messages, and their conversations if they are not known yet. Settles the receipts of what cannot be read.
    ///
    /// - Returns: The messages that could be read; nil for a missing one.
    mutating func read(_ targets: [Target]) async -> [(target: Target, message: Message?)] {
        do throws(FirestoreError) {
            let messages = try await messages(of: targets)
            return zip(targets, messages).map { (target: $0, message: $1) }
        } catch {
            // Rules may deny the read because of one document among many.
            if ledger.caller == .worker, CommitRefusal(error.code) == .someMessage, targets.count > 1 {
                let half = targets.count / 2
                return await read(Array(targets[..<half])) + read(Array(targets[half...]))
            }
            switch ledger.caller {
            case .user: ledger.end(ReceiptsError(error))
            case .worker:
                ledger.settle(targets.flatMap(\.receipts), outcome(of: error, for: targets[0].name))
            }
            return []
        }
    }

    mutating func messages(of targets: [Target]) async throws(FirestoreError) -> [Message?] {
        var seen: Set<DocumentName> = []
        let conversations = targets.map(\.conversation).filter { name in
            members[name] == nil && seen.insert(name).inserted
        }
        let names = conversations + targets.map(\.name)
        let documents = try await chats.firestore.batchGet(
            names, mask: DocumentMask(fields: [chats.schema.members] + chats.markingFields))
        ledger.documentsRead += names.count
        for (name, document) in zip(conversations, documents) { note(document, of: name) }
        return documents.dropFirst(conversations.count).map { $0.map(chats.message) }
    }

    /// Notes the members of a conversation; nil without a document, in which case members are not checked.
    mutating func note(_ document: Document?, of conversation: DocumentName) {
        members[conversation] = .some(
            document.map { UserIndex(Conversation($0, schema: chats.schema).members) })
    }
}

// MARK: Deciding

extension FirestoreReceipts {
    /// Decides on messages that were read together, and commits each full commit.
    mutating func take(_ found: [(target: Target, message: Message?)]) async {
        for (target, message) in found {
            evidence[target.conversation, default: chats.noEvidence].note(message?.layout)
        }
        for (target, message) in found where ledger.failure == nil {
            if let entry = decide(target, message), let full = planner.add(entry) { await land(full) }
        }
    }

    /// Commits the rest.
    mutating func finish() async {
        if ledger.failure == nil, let rest = planner.finish() { await land(rest) }
    }

    /// Decides on the receipts for one message.
    ///
    /// - Returns: The write; nil if none is needed.
    mutating func decide(_ target: Target, _ found: Message?) -> Entry? {
        guard let found else {
            let reason = "there is no such message (\(target.name.path))"
            ledger.settle(target.receipts, .refused(.notFound, reason: reason))
            return nil
        }
        let message = evidence(of: target.conversation).applied(to: found)
        var change: ReceiptChange?
        var carried: [Int] = []
        for place in target.receipts {
            switch decide(ledger.receipts[place], of: message, target) {
            case .success(let one):
                if change == nil { change = one } else { change?.merge(one) }
                carried.append(place)
            case .failure(let settled): ledger.settle([place], settled.outcome)
            }
        }
        // Zero means unknown.
        let version = message.updateTime > .zero ? message.updateTime : nil
        return change.map { Entry(carried, $0.write(to: target.name, version: version), version: version) }
    }

    /// The outcome of a receipt without a write.
    private struct Settled: Error {
        let outcome: ReceiptOutcome
    }

    private func decide(
        _ receipt: PendingReceipt, of message: Message, _ target: Target
    ) -> Result<ReceiptChange, Settled> {
        // Without a document there are no members to check.
        if let members = members(of: target.conversation), members.place(of: receipt.userID) == nil {
            let reason =
                "\(receipt.userID) is not a member of the conversation (\(target.conversation.path))"
            return .failure(Settled(outcome: .refused(.permissionDenied, reason: reason)))
        }
        switch ReceiptDecision(receipt.receipt, by: receipt.userID, of: message, schema: chats.schema) {
        case .mark(let change): return .success(change)
        case .skip(.otherSchema) where ledger.caller == .worker:
            let reason =
                "the messages \(chats.otherSchema(evidence(of: target.conversation))) (\(target.name.path))"
            return .failure(Settled(outcome: .refused(.failedPrecondition, reason: reason)))
        case .skip(let reason): return .failure(Settled(outcome: .skipped(reason)))
        case .refuse(let reason):
            return .failure(Settled(outcome: .refused(.failedPrecondition, reason: reason)))
        }
    }
}

// MARK: Deciding again

extension FirestoreReceipts {
    mutating func decideAgain(_ entries: [Entry]) async -> [Entry] {
        await read(entries.map(target)).compactMap { decide($0.target, $0.message) }
    }

    mutating func overtaken(_ entry: Entry) async throws(FirestoreError) -> [Entry]? {
        let target = target(entry)
        guard let message = try await messages(of: [target])[0], message.updateTime != entry.version else {
            return nil
        }
        return decide(target, message).map { [$0] } ?? []
    }

    private func target(_ entry: Entry) -> Target {
        let name = entry.write.name
        let conversation = name.path.collection.parent.map { DocumentName(name.database, $0) } ?? name
        return Target(name: name, conversation: conversation, receipts: entry.label)
    }
}
