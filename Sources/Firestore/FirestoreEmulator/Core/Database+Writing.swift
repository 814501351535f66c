import EmulatorAccess
import FirestoreModel
import Synchronization

/// Writes: all together, or each by itself.
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
            let (state, now, latest) = current.withLock {
                ($0.state, $0.nextCommitTime(clock), $0.revision)
            }
            revision = latest
            decision = try caller.decision(on: writes, in: id, on: state, at: requestTime ?? now)
        }
        let result = Result { () throws(RPCStatus) in
            try carryOut(
                list, writes, transaction, requestTime, by: caller, decidedOn: revision, &decision)
        }
        let number = decision?.record(in: caller.log)
        if let decision { caller.note(decision.verdict, number) }
        do throws(RPCStatus) {
            return try result.get()
        } catch {
            var error = error
            if decision?.isAllowed == false { error.decision = number }
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
            let commitTime = current.nextCommitTime(clock)
            if let early = decision, current.revision != revision, !early.holds(on: current.state) {
                decision = try caller.decision(
                    on: writes, in: id, on: current.state, at: requestTime ?? commitTime)
            }
            try decision?.check()
            if let transaction { try Self.finish(transaction, writes, &current, now: commitTime) }
            let plan = try CommitPlan(
                list, in: current.state, commitTime: commitTime,
                requestTime: decision?.time ?? requestTime ?? commitTime, profile: profile)
            if profile == .production { try CommitLimits.check(list, plan) }
            if let refusal = faults?.refusal(of: list.groups.map(\.name), at: commitTime) { throw refusal }
            if !plan.changes.isEmpty {
                apply(
                    plan.changes, replacing: plan.replacedSize, to: &current, at: commitTime,
                    by: CommitOrigin(caller))
            }
            current.lastCommit = commitTime
            return CommitOutcome(results: plan.results, commitTime: commitTime, state: current.state)
        }
    }

    /// Executes writes one after the other: each has its own commit, and a failure does not affect the others. Only the time of the
    /// request is the same for all.
    ///
    /// - Returns: The result of each write, in order.
    func batchWrite(_ writes: [Write], by caller: Caller = .admin) -> [Result<WriteResult, RPCStatus>] {
        let requestTime = clock.now()
        return writes.map { write in
            do throws(RPCStatus) {
                let results = try commit([write], requestTime: requestTime, by: caller).results
                return .success(results.first ?? WriteResult(updateTime: nil))
            } catch {
                return .failure(error)
            }
        }
    }
}
