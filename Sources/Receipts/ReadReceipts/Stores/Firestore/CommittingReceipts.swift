import FirestoreClient
import FirestoreModel

/// Commits the writes of receipts, and finds those that block a commit. What a write is about, and whether it is still needed, is for the
/// conforming type to say.
protocol CommittingReceipts {
    /// A write, labelled with the indexes of its receipts.
    typealias Entry = CommitPlanner<[Int]>.Entry

    var chats: FirestoreChats { get }
    var form: ReceiptBatch.Form { get }
    /// Waits until this many writes may be sent.
    var pace: @Sendable (Int) async throws -> Void { get }
    var ledger: ReceiptLedger { get set }
    /// What messages call the documents: "message".
    var noun: String { get }

    /// Reads documents again that have changed, and decides again. Settles the receipts that need no write.
    mutating func decideAgain(_ entries: [Entry]) async -> [Entry]

    /// Reads the document of a refused write. Rules are evaluated before preconditions, so they may deny a write that another one has
    /// overtaken.
    ///
    /// - Returns: What to write instead; nil if the document has not changed.
    mutating func overtaken(_ entry: Entry) async throws(FirestoreError) -> [Entry]?
}

extension CommittingReceipts {
    /// How often to decide again for documents that keep changing.
    static var maximumAttempts: Int { 8 }

    mutating func land(_ entries: [Entry], attempt: Int = 1) async {
        if entries.isEmpty { return }
        do {
            try await pace(entries.count)
        } catch {
            return ledger.settle(entries.flatMap(\.label), .stopped)
        }
        switch form {
        case .commits: await commit(entries, attempt: attempt)
        case .batchWrites: await batchWrite(entries, attempt: attempt)
        }
    }

    /// Commits. If one write blocks the others, finds it by splitting.
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
                await land(await decideAgain(entries), attempt: attempt + 1)
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
                if error.code.isAboutVersion, attempt < Self.maximumAttempts {
                    stale.append(entry)
                } else {
                    ledger.settle(entry.label, outcome(of: error, for: entry.write.name))
                }
            }
        }
        if stale.isEmpty { return }
        await land(await decideAgain(stale), attempt: attempt + 1)
    }

    private mutating func landed(_ entries: [Entry]) {
        ledger.documentsWritten += entries.count
        for entry in entries { ledger.settle(entry.label, .written) }
    }

    /// Settles a single write that was refused. If its document has changed since it was read, decides again instead.
    private mutating func refused(_ entry: Entry, _ error: FirestoreError, attempt: Int) async {
        let mayBeOvertaken = error.code == .permissionDenied || error.code == .alreadyExists
        if mayBeOvertaken, attempt < Self.maximumAttempts {
            do throws(FirestoreError) {
                if let entries = try await overtaken(entry) {
                    return await land(entries, attempt: attempt + 1)
                }
            } catch {
                ledger.end(ReceiptsError(error))
                if ledger.failure != nil { return }
            }
        }
        ledger.settle(entry.label, outcome(of: error, for: entry.write.name))
    }

    func outcome(of error: FirestoreError, for name: DocumentName) -> ReceiptOutcome {
        let isRefused: Bool =
            switch CommitRefusal(error.code) {
            case .someMessage: true
            // A worker retries later.
            case .stale: ledger.caller == .user
            case .everything: false
            }
        return isRefused
            ? .refused(error.code, reason: CommitRefusal.reason(error, for: name.path, of: noun))
            : .postponed(error.code, reason: error.message)
    }
}
