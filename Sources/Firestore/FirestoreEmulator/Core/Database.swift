import EmulatorAccess
import FirestoreModel
import FirestoreRPC
import FirestoreRules
import Synchronization

/// One database: its documents, its past, its open transactions. Plain calls on model types.
///
/// Reads work on a snapshot outside the lock, so reads and commits do not wait for each other.
final class Database: Sendable {
    let id: DatabaseID
    let clock: EmulatorClock
    let current: Mutex<Current>
    private let feed: ChangeFeed

    struct Current: Sendable {
        var state = DatabaseState()
        /// The time of `state`: that of the latest commit that changed something.
        var stateTime: Timestamp
        /// The time of the latest commit, whether or not it changed something.
        var lastCommit: Timestamp
        var history: History
        var transactions = TransactionTable()
        /// Counts the changes of documents.
        var revision = 0

        /// The present, never before the latest commit.
        func now(_ clock: EmulatorClock) -> Timestamp {
            max(clock.now().truncatedToMicroseconds, lastCommit)
        }
    }

    init(id: DatabaseID, clock: EmulatorClock, historySize: Int, feed: ChangeFeed = ChangeFeed()) {
        self.id = id
        self.feed = feed
        self.clock = clock
        // Time zero, so that a clock that starts there finds no commit in its future.
        current = Mutex(
            Current(
                stateTime: .zero, lastCommit: .zero, history: History(begin: .zero, maximumCost: historySize))
        )
    }
}

// MARK: Reading

extension Database {
    /// The view of a read.
    struct View: Sendable {
        let state: DatabaseState
        let readTime: Timestamp
        /// The transaction of the read.
        let transaction: [UInt8]?
        /// The id to report if the read itself opened the transaction.
        let newTransaction: [UInt8]?
    }

    /// The state that a read sees.
    ///
    /// - Throws: INVALID_ARGUMENT for a transaction that is not open or a time in the future, FAILED_PRECONDITION for a
    ///   time that is too long ago.
    func view(_ consistency: Consistency?) throws(RPCStatus) -> View {
        try withCurrent { current throws(RPCStatus) in
            let now = current.now(clock)
            switch consistency {
            case nil:
                return View(state: current.state, readTime: now, transaction: nil, newTransaction: nil)
            case .readTime(let time):
                let state = try Self.state(at: time, current, now: now)
                return View(state: state, readTime: time, transaction: nil, newTransaction: nil)
            case .transaction(let id):
                let mode = try current.transactions.use(id, at: now) { $0.mode }
                return Self.view(mode, current, now: now, id: id, isNew: false)
            case .newTransaction(let options):
                try current.transactions.checkRetry(options)
                let mode = try Self.mode(options, current, now: now)
                let id = current.transactions.begin(mode, at: now)
                return Self.view(mode, current, now: now, id: id, isNew: true)
            }
        }
    }

    private static func view(
        _ mode: Transaction.Mode, _ current: Current, now: Timestamp, id: [UInt8], isNew: Bool
    ) -> View {
        switch mode {
        case .readWrite:
            View(state: current.state, readTime: now, transaction: id, newTransaction: isNew ? id : nil)
        case .readOnly(let state, let time):
            View(state: state, readTime: time, transaction: id, newTransaction: isNew ? id : nil)
        }
    }

    private static func mode(
        _ options: TransactionOptions, _ current: Current, now: Timestamp
    ) throws(RPCStatus) -> Transaction.Mode {
        switch options {
        case .readWrite: .readWrite
        case .readOnly(nil): .readOnly(current.state, readTime: now)
        case .readOnly(let time?): .readOnly(try state(at: time, current, now: now), readTime: time)
        }
    }

    private static func state(
        at time: Timestamp, _ current: Current, now: Timestamp
    ) throws(RPCStatus) -> DatabaseState {
        if time > now { throw .invalidArgument("The requested 'read_time' cannot be in the future.") }
        // As long as Firestore keeps old versions where point-in-time recovery is switched on.
        if now.seconds - time.seconds > 7 * 86_400 { throw tooOld }
        if time >= current.stateTime { return current.state }
        guard let state = current.history.state(at: time) else { throw tooOld }
        return state
    }

    private static let tooOld = RPCStatus(.failedPrecondition, "The requested 'read_time' is too old.")

    /// Reads documents by path.
    ///
    /// - Returns: The view, and the documents in the order asked; nil for missing ones.
    func documents(
        _ paths: [DocumentPath], _ consistency: Consistency? = nil, for caller: Caller = .admin
    ) throws(RPCStatus) -> (view: View, documents: [StoredDocument?]) {
        let requestTime = clock.now()
        let view = try view(consistency)
        try check(caller, view, at: requestTime) { paths.map { .get($0) } }
        let documents = paths.map(view.state.document)
        try record(view) { transaction in
            for (path, document) in zip(paths, documents) { transaction.didRead(path, document) }
        }
        return (view, documents)
    }

    /// Runs a query.
    func run(
        _ plan: QueryPlan, _ consistency: Consistency? = nil, for caller: Caller = .admin
    ) throws(RPCStatus) -> (view: View, result: QueryResult) {
        if plan.refusal == nil { addMissingIndexes(for: plan) }
        let requestTime = clock.now()
        let view = try view(consistency)
        try check(caller, view, at: requestTime) { () throws(RPCStatus) in [.list(try ListOperation(plan))] }
        if let refusal = plan.refusal { throw refusal }
        let result = plan.run(on: view.state)
        try record(view) { $0.didRun(plan, result) }
        return (view, result)
    }

    /// Checks reads against the caller's rules. The time of a request is its arrival, before the time of what it reads.
    private func check(
        _ caller: Caller, _ view: View, at time: Timestamp,
        _ operations: () throws(RPCStatus) -> [RulesOperation]
    ) throws(RPCStatus) {
        try caller.check(
            in: id, on: view.state, at: time, isInTransaction: view.transaction != nil, operations)
    }

    /// Builds the indexes that a query is the first to need.
    private func addMissingIndexes(for plan: QueryPlan) {
        guard let path = plan.singleCollection else { return }
        current.withLock { current in
            let missing = plan.missingIndexes(of: current.state.collection(path))
            if !missing.isEmpty { current.state.addIndexes(missing, to: path) }
        }
    }

    private func record(_ view: View, _ body: (inout Transaction) -> Void) throws(RPCStatus) {
        guard let id = view.transaction else { return }
        try withCurrent { current throws(RPCStatus) in
            try current.transactions.use(id, at: current.now(clock), body)
        }
    }
}

// MARK: Writing

extension Database {
    /// The result of a commit.
    struct CommitOutcome: Sendable {
        let results: [WriteResult]
        let commitTime: Timestamp
        /// The state right after the commit.
        let state: DatabaseState
    }

    /// Executes all writes, or none.
    ///
    /// - Parameters:
    ///   - writes: The writes, in order.
    ///   - transaction: The transaction that the commit ends, if any.
    ///   - requestTime: The time for server timestamps, if it is not that of the commit.
    ///   - caller: The writer; rules are evaluated before anything else that depends on stored data.
    /// - Throws: PERMISSION_DENIED; ABORTED if data that the transaction read has changed; otherwise the refusal of a write.
    func commit(
        _ writes: [Write], transaction: [UInt8]? = nil, requestTime: Timestamp? = nil,
        by caller: Caller = .admin
    ) throws(RPCStatus) -> CommitOutcome {
        for write in writes where write.name.database != id {
            throw .invalidArgument(
                "The document name \"\(write.name)\" is in another database than the request, \"\(id)\".")
        }
        let list = try WriteList(writes)
        // Rules decide on a snapshot, so that nobody else waits for them; again if what they looked at has changed meanwhile.
        var decision: WriteDecision?
        var revision = 0
        if caller.isBound {
            let (state, now, latest) = current.withLock { ($0.state, $0.now(clock), $0.revision) }
            revision = latest
            decision = try caller.decision(on: writes, in: id, on: state, at: requestTime ?? now)
        }
        let result = Result { () throws(RPCStatus) in
            try carryOut(
                list, writes, transaction, requestTime, by: caller, decidedOn: revision, &decision)
        }
        let number = decision?.record(in: caller.log)
        do throws(RPCStatus) {
            return try result.get()
        } catch {
            var error = error
            error.decision = number
            throw error
        }
    }

    /// Executes writes on the present state, unless the rules deny them.
    ///
    /// - Parameters:
    ///   - revision: The revision of the snapshot that the decision was made on.
    ///   - decision: The decision on a snapshot; on return, the present one if what the rules read has changed.
    private func carryOut(
        _ list: WriteList, _ writes: [Write], _ transaction: [UInt8]?, _ requestTime: Timestamp?,
        by caller: Caller, decidedOn revision: Int, _ decision: inout WriteDecision?
    ) throws(RPCStatus) -> CommitOutcome {
        try withCurrent { current throws(RPCStatus) in
            let now = current.now(clock)
            if let early = decision, current.revision != revision, !early.holds(on: current.state) {
                decision = try caller.decision(
                    on: writes, in: id, on: current.state, at: requestTime ?? now)
            }
            try decision?.check()
            if let transaction { try Self.finish(transaction, writes, &current, now: now) }
            let commitTime = max(now, Timestamp(microseconds: current.lastCommit.microseconds + 1))
            let plan = try CommitPlan(
                list, in: current.state, commitTime: commitTime,
                requestTime: decision?.time ?? requestTime ?? now)
            if !plan.changes.isEmpty {
                apply(plan.changes, replacing: plan.replacedSize, to: &current, at: commitTime)
            }
            current.lastCommit = commitTime
            return CommitOutcome(results: plan.results, commitTime: commitTime, state: current.state)
        }
    }

    /// Ends a transaction by a commit, which may be refused.
    private static func finish(
        _ id: [UInt8], _ writes: [Write], _ current: inout Current, now: Timestamp
    ) throws(RPCStatus) {
        let state = current.state
        let (mode, isUpToDate) = try current.transactions.use(id, at: now) {
            ($0.mode, $0.isUpToDate(with: state))
        }
        try checkMode(mode, isWriting: !writes.isEmpty)
        try current.transactions.end(id)
        if !isUpToDate { throw RPCStatus(.aborted, "Transaction lock timeout.") }
    }

    /// Makes changes, keeps the state before them for reads at a past time, and notifies the listeners.
    func apply(
        _ changes: [(path: DocumentPath, document: StoredDocument?)], replacing replacedSize: Int,
        to current: inout Current, at time: Timestamp
    ) {
        // What an old state keeps alive: the versions replaced, and the parts of the collections that point at them.
        let cost =
            replacedSize + changes.count * History.costOfVersion + current.state.sizeOfCopy(changing: changes)
        let before = current.state
        current.history.append(before, since: current.stateTime, until: time, cost: cost)
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
        feed.publish {
            DatabaseChange(
                database: id, documents: changes.map(\.path), before: before, after: after, time: time)
        }
    }

    /// Opens a transaction.
    func begin(_ options: TransactionOptions) throws(RPCStatus) -> [UInt8] {
        try withCurrent { current throws(RPCStatus) in
            let now = current.now(clock)
            try current.transactions.checkRetry(options)
            return current.transactions.begin(try Self.mode(options, current, now: now), at: now)
        }
    }

    /// Checks that a transaction is open, and accepts writes if there are any.
    func checkTransaction(_ transaction: [UInt8], isWriting: Bool = false) throws(RPCStatus) {
        try withCurrent { current throws(RPCStatus) in
            let mode = try current.transactions.use(transaction, at: current.now(clock)) { $0.mode }
            try Self.checkMode(mode, isWriting: isWriting)
        }
    }

    private static func checkMode(_ mode: Transaction.Mode, isWriting: Bool) throws(RPCStatus) {
        if isWriting, case .readOnly = mode {
            throw .invalidArgument("Cannot modify entities in a read-only transaction.")
        }
    }

    /// Ends a transaction without a commit.
    func rollback(_ transaction: [UInt8]) throws(RPCStatus) {
        try withCurrent { current throws(RPCStatus) in try current.transactions.end(transaction) }
    }

    /// Removes all documents, also from the past; only the time of their deletion is kept.
    func clear() {
        let garbage = current.withLock { current in
            let old = (current.state, current.history)
            current.lastCommit = current.now(clock)
            current.stateTime = current.lastCommit
            current.revision += 1
            current.state.deleteAll(at: current.lastCommit)
            current.history = History(begin: current.lastCommit, maximumCost: current.history.maximumCost)
            let (after, time) = (current.state, current.lastCommit)
            feed.publish {
                DatabaseChange(database: id, documents: nil, before: old.0, after: after, time: time)
            }
            return old
        }
        // Freeing many documents takes longer than all the rest, and nobody needs to wait for it.
        Task.detached(priority: .background) { _ = garbage }
    }

    /// Deletes the documents at or below the document or the collection with these ids; with none, clears everything.
    func clear(below segments: [ResourceID]) {
        if segments.isEmpty { return clear() }
        current.withLock { current in
            let found = current.state.documents(below: segments)
            if found.isEmpty { return }
            let time = max(current.now(clock), Timestamp(microseconds: current.lastCommit.microseconds + 1))
            let size = found.reduce(0) { $0 + $1.document.fields.storageSize }
            apply(found.map { ($0.path, nil) }, replacing: size, to: &current, at: time)
            current.lastCommit = time
        }
    }

    /// Mutex rethrows any error; this keeps the type.
    private func withCurrent<Result: Sendable>(
        _ body: (inout sending Current) throws(RPCStatus) -> Result
    ) throws(RPCStatus) -> Result {
        try current.withLock { current throws(RPCStatus) in try body(&current) }
    }
}
