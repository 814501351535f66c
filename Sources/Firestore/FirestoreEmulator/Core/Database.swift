import EmulatorAccess
import FirestoreModel
import Synchronization

/// One database: its documents, its past, its open transactions. Plain calls on model types.
///
/// Reads work on a snapshot outside the lock, so reads and commits do not wait for each other.
final class Database: Sendable {
    let id: DatabaseID
    let clock: EmulatorClock
    let profile: EmulatorProfile
    /// The faults of writes; nil for none.
    let faults: FaultSwitch?
    let current: Mutex<Current>
    let feed: ChangeFeed
    let listeners = ListenerRegistry()
    /// Identifies the documents and times of this database against those of other processes.
    let history: UInt64

    struct Current: Sendable {
        var state = DatabaseState()
        /// The time of `state`: that of the latest commit that changed something.
        var stateTime: Timestamp
        /// The time of the latest commit, whether or not it changed something, or that listeners were told: every commit is later.
        var lastCommit: Timestamp
        var history: History
        var transactions: TransactionTable
        /// Counts the changes of documents.
        var revision = 0

        /// The present, never before the latest commit.
        func now(_ clock: EmulatorClock) -> Timestamp {
            max(clock.now().truncatedToMicroseconds, lastCommit)
        }

        /// The time of a commit now: after the latest one, even if the clock was set back.
        func nextCommitTime(_ clock: EmulatorClock) -> Timestamp {
            max(now(clock), Timestamp(microseconds: lastCommit.microseconds + 1))
        }
    }

    init(
        id: DatabaseID, clock: EmulatorClock, historySize: Int, profile: EmulatorProfile = .emulator,
        feed: ChangeFeed = ChangeFeed(), history: UInt64 = .random(in: .min ... .max),
        faults: FaultSwitch? = nil
    ) {
        self.faults = faults
        self.id = id
        self.history = history
        self.profile = profile
        self.feed = feed
        self.clock = clock
        // Time zero, so that a clock that starts there finds no commit in its future.
        current = Mutex(
            Current(
                stateTime: .zero, lastCommit: .zero, history: History(begin: .zero, maximumCost: historySize),
                transactions: TransactionTable(profile))
        )
    }
}

extension Database {
    /// Makes changes, keeps the state before them for reads at a past time, and notifies the listeners.
    func apply(
        _ changes: [(path: DocumentPath, document: StoredDocument?)], replacing replacedSize: Int,
        to current: inout Current, at time: Timestamp, by origin: CommitOrigin? = nil
    ) {
        // What an old state keeps alive: the versions replaced, and the parts of the collections that point at them.
        let cost =
            replacedSize + changes.count * History.costOfVersion + current.state.sizeOfCopy(changing: changes)
        let before = current.state
        current.history.append(before, since: current.stateTime, until: time, cost: cost, by: origin)
        current.stateTime = time
        current.revision += 1
        for (path, document) in changes {
            if let document {
                current.state.set(path, to: document)
            } else {
                current.state.delete(path, at: time)
            }
        }
        let after = current.state
        notify {
            DatabaseChange(
                database: id, documents: changes.map(\.path), before: before, after: after, time: time,
                size: cost)
        }
    }

    private func notify(_ change: () -> DatabaseChange) {
        feed.publish(change)
        listeners.publish(change)
    }

    /// Removes all documents, also from the past; only the time of their deletion is kept.
    func clear() {
        let garbage = current.withLock { current in
            let old = (current.state, current.history)
            current.lastCommit = current.nextCommitTime(clock)
            current.stateTime = current.lastCommit
            current.revision += 1
            current.state.deleteAll(at: current.lastCommit)
            current.history = History(begin: current.lastCommit, maximumCost: current.history.maximumCost)
            let (after, time) = (current.state, current.lastCommit)
            notify {
                DatabaseChange(
                    database: id, documents: nil, before: old.0, after: after, time: time, size: 0)
            }
            return old
        }
        // Freeing many documents takes longer than all the rest, and nobody needs to wait for it.
        Task.detached(priority: .background) { _ = garbage }
    }

    /// Removes all documents, and ends all transactions.
    func reset() {
        current.withLock { $0.transactions = TransactionTable(profile) }
        clear()
    }

    /// Deletes the documents at or below the document or the collection with these ids; with none, clears everything.
    func clear(below segments: [ResourceID]) {
        if segments.isEmpty { return clear() }
        current.withLock { current in
            let found = current.state.documents(below: segments)
            if found.isEmpty { return }
            let time = current.nextCommitTime(clock)
            let size = found.reduce(0) { $0 + $1.document.fields.storageSize }
            apply(found.map { ($0.path, nil) }, replacing: size, to: &current, at: time)
            current.lastCommit = time
        }
    }

    /// Mutex rethrows any error; this keeps the type.
    func withCurrent<Result: Sendable>(
        _ body: (inout sending Current) throws(RPCStatus) -> Result
    ) throws(RPCStatus) -> Result {
        try current.withLock { current throws(RPCStatus) in try body(&current) }
    }
}
