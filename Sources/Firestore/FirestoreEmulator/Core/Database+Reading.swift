import EmulatorAccess
import FirestoreModel
import FirestoreRPC
import FirestoreRules
import Synchronization

/// Reads: documents and queries, in the state that the caller asks for.
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

    static func mode(
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
        let profile = current.transactions.profile
        if now.seconds - time.seconds > profile.readTimeWindow { throw profile.tooOld }
        if time >= current.stateTime { return current.state }
        guard let state = current.history.state(at: time) else { throw profile.tooOld }
        return state
    }

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
    func addMissingIndexes(for plan: QueryPlan) {
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
