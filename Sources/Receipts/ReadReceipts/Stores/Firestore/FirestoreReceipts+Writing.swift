import FirestoreClient
import FirestoreModel

/// Commits the writes, and finds those that block a commit.
extension FirestoreReceipts {
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

    /// Commits. If one message blocks the others, finds it by splitting.
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

    /// Decides again on messages that have changed since they were read.
    private mutating func decideAnew(
        _ found: [(target: Target, message: Message?)], attempt: Int
    ) async {
        await land(found.compactMap { decide($0.target, $0.message) }, attempt: attempt)
    }

    /// Settles a single write that was refused. If its message has changed since it was read, decides again instead: rules are evaluated before
    /// preconditions, so they may deny a write that another one has overtaken.
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

    func outcome(of error: FirestoreError, for name: DocumentName) -> ReceiptOutcome {
        let isRefused: Bool =
            switch CommitRefusal(error.code) {
            case .someMessage: true
            // A worker retries later.
            case .stale: ledger.caller == .user
            case .everything: false
            }
        return isRefused
            ? .refused(error.code, reason: CommitRefusal.reason(error, for: name.path))
            : .postponed(error.code, reason: error.message)
    }
}
