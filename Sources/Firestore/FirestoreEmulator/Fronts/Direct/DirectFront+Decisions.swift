package import FirestoreModel
import FirestoreRPC
import FirestoreRules

extension DirectFront {
    /// What is done about a decision.
    package enum Keeping: Sendable {
        /// It is kept for coverage and in the log, as that of any request.
        case everything
        /// It is made, and no more: by this one sees what keeping it costs.
        case nothing
    }

    /// Decides on writes as a commit does, and makes none of them.
    ///
    /// - Returns: Whether the rules allow the writes; true without rules.
    package func decide(
        on writes: [Write], authorization: String, keeping: Keeping
    ) throws(RPCStatus) -> Bool {
        let (database, caller) = try service.access(id, CallMetadata(authorization: authorization))
        let (state, time) = (database.latestState, database.clock.now())
        switch keeping {
        case .everything:
            guard let decision = try caller.decision(on: writes, in: id, on: state, at: time) else {
                return true
            }
            _ = decision.record(in: caller.log)
            return decision.isAllowed
        case .nothing:
            guard let request = caller.request(for: writes, in: id, at: time),
                let plan = caller.rules?.planned?.plan
            else { return true }
            var decision = RulesDecision(
                request, by: plan, source: WriteSource(writes, on: state, at: time))
            return decision.run() == nil
        }
    }
}
