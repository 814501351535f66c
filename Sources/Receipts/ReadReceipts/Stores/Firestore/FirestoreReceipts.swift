import FirestoreClient
import FirestoreModel

/// Writes receipts on Cloud Firestore: reads messages, decides, commits, and finds what keeps a commit from landing. A value for one use.
struct FirestoreReceipts {
    /// A write, and the places of the receipts that it carries.
    typealias Entry = CommitPlanner<[Int]>.Entry

    /// A message with the receipts that are about it.
    struct Target {
        let name: DocumentName
        let conversation: DocumentName
        var receipts: [Int]
    }

    /// How often receipts for messages that keep changing are decided anew.
    private static let maximumAttempts = 8

    let chats: FirestoreChats
    private let form: ReceiptBatch.Form
    /// Waits until so many writes may be sent.
    private let pace: @Sendable (Int) async throws -> Void
    private var planner: CommitPlanner<[Int]>
    /// The members of the conversations that were read; nil for one without a document of its own.
    private var members: [DocumentName: UserIndex?] = [:]
    /// Which schemas the messages have that were read so far, by conversation.
    private var evidence: [DocumentName: LayoutEvidence] = [:]
    var ledger: ReceiptLedger

    init(
        _ ledger: ReceiptLedger, chats: FirestoreChats, form: ReceiptBatch.Form = .commits,
        pace: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) {
        self.ledger = ledger
        self.chats = chats
        self.form = form
        self.pace = pace
        planner = CommitPlanner(maximumWrites: form.maximumWrites)
    }

    /// The members of a conversation that was read; nil for one without a document.
    func members(of conversation: DocumentName) -> UserIndex? { members[conversation] ?? nil }

    /// Which schema the messages of a conversation have, by those that were read.
    func evidence(of conversation: DocumentName) -> LayoutEvidence {
        evidence[conversation] ?? chats.noEvidence
    }
}

// MARK: Reading

extension FirestoreReceipts {
    /// Reads messages with the conversations that have not been read before. Settles the receipts for what cannot be read.
    ///
    /// - Returns: The messages that could be asked for; nil for one that is not there.
    mutating func read(_ targets: [Target]) async -> [(target: Target, message: Message?)] {
        do throws(FirestoreError) {
            let messages = try await messages(of: targets)
            return zip(targets, messages).map { (target: $0, message: $1) }
        } catch {
            // Rules may deny a read for one document among many.
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

    private mutating func messages(of targets: [Target]) async throws(FirestoreError) -> [Message?] {
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

    /// Notes the members of a conversation; nil for one without a document, whose members nobody checks.
    mutating func note(_ document: Document?, of conversation: DocumentName) {
        members[conversation] = .some(
            document.map { UserIndex(Conversation($0, schema: chats.schema).members) })
    }
}

// MARK: Deciding

extension FirestoreReceipts {
    /// Decides on messages that were read together, and commits whenever a commit is full.
    mutating func take(_ found: [(target: Target, message: Message?)]) async {
        for (target, message) in found {
            evidence[target.conversation, default: chats.noEvidence].note(message?.layout)
        }
        for (target, message) in found where ledger.failure == nil {
            if let entry = decide(target, message), let full = planner.add(entry) { await land(full) }
        }
    }

    /// Commits what is left.
    mutating func finish() async {
        if ledger.failure == nil, let rest = planner.finish() { await land(rest) }
    }

    /// Decides on the receipts for one message.
    ///
    /// - Returns: The write for those that need one; nil when none does.
    private mutating func decide(_ target: Target, _ found: Message?) -> Entry? {
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
        // A message always has one; zero stands for none.
        let version = message.updateTime > .zero ? message.updateTime : nil
        return change.map { Entry(carried, $0.write(to: target.name, version: version), version: version) }
    }

    /// What settles a receipt without a write.
    private struct Settled: Error {
        let outcome: ReceiptOutcome
    }

    private func decide(
        _ receipt: PendingReceipt, of message: Message, _ target: Target
    ) -> Result<ReceiptChange, Settled> {
        // A conversation without a document of its own has no members to check.
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

// MARK: Writing

extension FirestoreReceipts {
    private mutating func land(_ entries: [Entry], attempt: Int = 1) async {
        if entries.isEmpty { return }
        do {
            try await pace(entries.count)
        } catch {
            let stopped = FirestoreError(
                .cancelled, "The writing of receipts was stopped.", underlying: error)
            return ledger.settle(entries.flatMap(\.label), .postponed(stopped))
        }
        switch form {
        case .commits: await commit(entries, attempt: attempt)
        case .batchWrites: await batchWrite(entries, attempt: attempt)
        }
    }

    /// Commits; where one message keeps the others from landing, finds it by halving.
    private mutating func commit(_ entries: [Entry], attempt: Int) async {
        if ledger.failure != nil { return }
        do throws(FirestoreError) {
            _ = try await chats.firestore.commit(entries.map(\.encoded))
            ledger.commits += 1
            landed(entries)
        } catch {
            switch CommitRefusal(error.code) {
            case .everything: ledger.postpone(entries.flatMap(\.label), error)
            case .stale where attempt < Self.maximumAttempts:
                await decideAnew(await read(entries.map(target)), attempt: attempt + 1)
            case .stale, .someMessage:
                guard entries.count > 1 else { return await refused(entries[0], error, attempt: attempt) }
                let half = entries.count / 2
                await commit(Array(entries[..<half]), attempt: attempt)
                await commit(Array(entries[half...]), attempt: attempt)
            }
        }
    }

    private mutating func batchWrite(_ entries: [Entry], attempt: Int) async {
        let results: [Result<WriteResult, FirestoreError>]
        do throws(FirestoreError) {
            results = try await chats.firestore.batchWrite(entries.map(\.encoded))
        } catch {
            return ledger.settle(
                entries.flatMap(\.label), outcome(of: error, for: entries[0].write.name))
        }
        ledger.commits += 1
        var stale: [Entry] = []
        for (entry, result) in zip(entries, results) {
            switch result {
            case .success: landed([entry])
            case .failure(let error):
                if CommitRefusal(error.code) == .stale, attempt < Self.maximumAttempts {
                    stale.append(entry)
                } else {
                    ledger.settle(entry.label, outcome(of: error, for: entry.write.name))
                }
            }
        }
        if stale.isEmpty { return }
        await decideAnew(await read(stale.map(target)), attempt: attempt + 1)
    }

    private mutating func landed(_ entries: [Entry]) {
        ledger.documentsWritten += entries.count
        for entry in entries { ledger.settle(entry.label, .written) }
    }

    /// Decides on messages that have changed since they were read.
    private mutating func decideAnew(
        _ found: [(target: Target, message: Message?)], attempt: Int
    ) async {
        await land(found.compactMap { decide($0.target, $0.message) }, attempt: attempt)
    }

    /// Settles a write that is refused alone, unless its message has changed since it was read: rules look at a write before its
    /// precondition does, and may deny what somebody else's has overtaken.
    private mutating func refused(_ entry: Entry, _ error: FirestoreError, attempt: Int) async {
        let target = target(entry)
        if error.code == .permissionDenied, attempt < Self.maximumAttempts {
            do throws(FirestoreError) {
                if let message = try await messages(of: [target])[0], message.updateTime != entry.version {
                    return await decideAnew([(target, message)], attempt: attempt + 1)
                }
            } catch {
                ledger.end(ReceiptsError(error))
                if ledger.failure != nil { return }
            }
        }
        ledger.settle(entry.label, outcome(of: error, for: entry.write.name))
    }

    private func target(_ entry: Entry) -> Target {
        let name = entry.write.name
        let conversation = name.path.collection.parent.map { DocumentName(name.database, $0) } ?? name
        return Target(name: name, conversation: conversation, receipts: entry.label)
    }

    private func outcome(of error: FirestoreError, for name: DocumentName) -> ReceiptOutcome {
        let isRefused: Bool =
            switch CommitRefusal(error.code) {
            case .someMessage: true
            // A worker tries again later.
            case .stale: ledger.caller == .user
            case .everything: false
            }
        return isRefused
            ? .refused(error.code, reason: CommitRefusal.reason(error, for: name.path)) : .postponed(error)
    }
}
