import FirestoreClient
import FirestoreModel

/// Writes receipts of any users and conversations on Cloud Firestore together. A value for one use.
struct FirestoreReceiptBatch {
    /// A write, and the places of the receipts that it carries.
    private typealias Entry = CommitPlanner<[Int]>.Entry

    /// A message with the receipts that are about it.
    private struct Target {
        let name: DocumentName
        let conversation: DocumentName
        var receipts: [Int]
    }

    /// How often receipts for messages that keep changing are decided anew.
    private static let maximumAttempts = 8

    private let chats: FirestoreChats
    private let form: ReceiptBatch.Form
    private let receipts: [PendingReceipt]
    /// Waits until so many writes may be sent.
    private let pace: @Sendable (Int) async throws -> Void
    private var outcomes: [ReceiptOutcome?]
    /// The members of the conversations that were read; nil for one without a document of its own.
    private var members: [DocumentName: UserIndex?] = [:]
    private var report = ReceiptBatch.Report()
    /// Which schemas the messages have that were read so far, by conversation.
    private var evidence: [DocumentName: LayoutEvidence] = [:]

    private init(
        _ receipts: [PendingReceipt], chats: FirestoreChats, form: ReceiptBatch.Form,
        pace: @escaping @Sendable (Int) async throws -> Void
    ) {
        self.receipts = receipts
        self.chats = chats
        self.form = form
        self.pace = pace
        outcomes = Array(repeating: nil, count: receipts.count)
    }

    /// Writes receipts: see ``ReceiptBatch/write(_:through:as:pace:)``.
    static func write(
        _ receipts: [PendingReceipt], through chats: FirestoreChats, as form: ReceiptBatch.Form,
        pace: @escaping @Sendable (Int) async throws -> Void
    ) async -> ReceiptBatch.Report {
        var batch = FirestoreReceiptBatch(receipts, chats: chats, form: form, pace: pace)
        await batch.run()
        let left = FirestoreError(.cancelled, "The receipt was not looked at.")
        batch.report.outcomes = batch.outcomes.map { $0 ?? .postponed(left) }
        return batch.report
    }

    private mutating func run() async {
        let targets = targets()
        for start in stride(from: 0, to: targets.count, by: CommitLimits.writes) {
            let chunk = targets[start..<min(start + CommitLimits.writes, targets.count)]
            await write(Array(chunk), attempt: 1)
        }
    }

    private mutating func settle(_ indices: [Int], _ outcome: ReceiptOutcome) {
        for index in indices { outcomes[index] = outcome }
    }

    /// The messages that the receipts are about, in the order of the receipts.
    private mutating func targets() -> [Target] {
        var targets: [Target] = []
        var places: [DocumentName: Int] = [:]
        for (index, receipt) in receipts.enumerated() {
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
                settle([index], .refused(.invalidArgument, reason: error.message))
            }
        }
        return targets
    }

    // MARK: Reading and deciding

    /// Reads messages, and writes what they need.
    private mutating func write(_ targets: [Target], attempt: Int) async {
        if targets.isEmpty { return }
        let found: [Document?]
        do throws(FirestoreError) {
            found = try await read(targets)
        } catch {
            // Rules may deny a read for one document among many.
            if CommitRefusal(error.code) == .someMessage, targets.count > 1 {
                let half = targets.count / 2
                await write(Array(targets[..<half]), attempt: attempt)
                await write(Array(targets[half...]), attempt: attempt)
            } else {
                settle(targets.flatMap(\.receipts), outcome(of: error, for: targets[0].name))
            }
            return
        }
        let messages = found.map { $0.map(chats.message) }
        for (target, message) in zip(targets, messages) {
            evidence[target.conversation, default: chats.noEvidence].note(message?.layout)
        }
        var planner = CommitPlanner<[Int]>(maximumWrites: form.maximumWrites)
        for (target, message) in zip(targets, messages) {
            guard let entry = decide(target, message) else { continue }
            if let full = planner.add(entry) { await land(full, attempt: attempt) }
        }
        if let rest = planner.finish() { await land(rest, attempt: attempt) }
    }

    /// Reads messages, and the conversations that have not been read before.
    ///
    /// - Returns: A document for each target; nil for a message that is not there.
    private mutating func read(_ targets: [Target]) async throws(FirestoreError) -> [Document?] {
        let schema = chats.schema
        var seen: Set<DocumentName> = []
        let conversations = targets.map(\.conversation).filter { name in
            members[name] == nil && seen.insert(name).inserted
        }
        let names = conversations + targets.map(\.name)
        let documents = try await chats.firestore.batchGet(
            names, mask: DocumentMask(fields: [schema.members] + chats.markingFields))
        report.documentsRead += names.count
        for (name, document) in zip(conversations, documents) {
            members[name] = .some(document.map { UserIndex(Conversation($0, schema: schema).members) })
        }
        return Array(documents.dropFirst(conversations.count))
    }

    /// Decides on the receipts for one message.
    ///
    /// - Returns: The write for those that need one; nil when none does.
    private mutating func decide(_ target: Target, _ message: Message?) -> Entry? {
        guard let found = message else {
            settle(
                target.receipts, .refused(.notFound, reason: "there is no such message (\(target.name.path))")
            )
            return nil
        }
        let evidence = evidence[target.conversation] ?? chats.noEvidence
        let message = evidence.applied(to: found)
        var change: ReceiptChange?
        var carried: [Int] = []
        for index in target.receipts {
            let receipt = receipts[index]
            // A conversation without a document of its own is taken as it comes.
            if let members = members[target.conversation] ?? nil, members.place(of: receipt.userID) == nil {
                let reason =
                    "\(receipt.userID) is not a member of the conversation (\(target.conversation.path))"
                settle([index], .refused(.permissionDenied, reason: reason))
                continue
            }
            switch ReceiptDecision(
                receipt.receipt, by: receipt.userID, of: message, schema: chats.schema)
            {
            case .mark(let one):
                if change == nil { change = one } else { change?.merge(one) }
                carried.append(index)
            case .skip(.otherSchema):
                let reason = "the messages \(chats.otherSchema(evidence)) (\(target.name.path))"
                settle([index], .refused(.failedPrecondition, reason: reason))
            case .skip(let reason): settle([index], .skipped(reason))
            case .refuse(let reason): settle([index], .refused(.failedPrecondition, reason: reason))
            }
        }
        // A message always has one; zero stands for none.
        let version = message.updateTime > .zero ? message.updateTime : nil
        return change.map {
            Entry(
                carried, $0.write(to: target.name, version: version), version: version)
        }
    }

    // MARK: Writing

    private mutating func land(_ entries: [Entry], attempt: Int) async {
        do {
            try await pace(entries.count)
        } catch {
            let stopped = FirestoreError(
                .cancelled, "The writing of receipts was stopped.", underlying: error)
            return settle(entries.flatMap(\.label), .postponed(stopped))
        }
        switch form {
        case .commits: await commit(entries, attempt: attempt)
        case .batchWrites: await batchWrite(entries, attempt: attempt)
        }
    }

    private mutating func commit(_ entries: [Entry], attempt: Int) async {
        do throws(FirestoreError) {
            _ = try await chats.firestore.commit(entries.map(\.encoded))
            landed(entries)
        } catch {
            switch CommitRefusal(error.code) {
            case .everything: settle(entries.flatMap(\.label), .postponed(error))
            case .stale where attempt < Self.maximumAttempts:
                await write(entries.map(target), attempt: attempt + 1)
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
            return settle(entries.flatMap(\.label), outcome(of: error, for: entries[0].write.name))
        }
        report.commits += 1
        var stale: [Entry] = []
        for (entry, result) in zip(entries, results) {
            switch result {
            case .success:
                report.documentsWritten += 1
                settle(entry.label, .written)
            case .failure(let error):
                if CommitRefusal(error.code) == .stale, attempt < Self.maximumAttempts {
                    stale.append(entry)
                } else {
                    settle(entry.label, outcome(of: error, for: entry.write.name))
                }
            }
        }
        await write(stale.map(target), attempt: attempt + 1)
    }

    private mutating func landed(_ entries: [Entry]) {
        report.commits += 1
        report.documentsWritten += entries.count
        for entry in entries { settle(entry.label, .written) }
    }

    /// Settles a write that is refused alone, unless its message has changed since it was read: rules look at a write before its
    /// precondition does, and may deny what somebody else's has overtaken.
    private mutating func refused(_ entry: Entry, _ error: FirestoreError, attempt: Int) async {
        let target = target(entry)
        if error.code == .permissionDenied, attempt < Self.maximumAttempts,
            let document = try? await read([target]).first ?? nil, document.updateTime != entry.version
        {
            return await write([target], attempt: attempt + 1)
        }
        settle(entry.label, outcome(of: error, for: entry.write.name))
    }

    private func target(_ entry: Entry) -> Target {
        let name = entry.write.name
        let conversation = name.path.collection.parent.map { DocumentName(name.database, $0) } ?? name
        return Target(name: name, conversation: conversation, receipts: entry.label)
    }

    private func outcome(of error: FirestoreError, for name: DocumentName) -> ReceiptOutcome {
        switch CommitRefusal(error.code) {
        case .someMessage: .refused(error.code, reason: CommitRefusal.reason(error, for: name.path))
        case .stale, .everything: .postponed(error)
        }
    }
}
