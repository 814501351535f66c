import FirestoreModel
import FirestoreRules

/// The decision on the writes of one commit, made on a snapshot. It still holds if the versions of the
/// documents it read are unchanged.
struct WriteDecision {
    /// The time of the request for the rules, and for server timestamps.
    let time: Timestamp
    let verdict: ProjectRules.Verdict

    init(_ verdict: ProjectRules.Verdict, at time: Timestamp) {
        self.verdict = verdict
        self.time = time
    }

    var isAllowed: Bool { verdict.decided.isAllowed }

    /// Whether the rules would decide the same on another state.
    func holds(on state: DatabaseState) -> Bool {
        verdict.decided.documents.allSatisfy { state.document($0.path)?.updateTime == $0.stored?.updateTime }
    }

    /// Checks that the rules allow the writes.
    ///
    /// - Throws: PERMISSION_DENIED.
    func check() throws(RPCStatus) { try verdict.check() }

    /// Records the decision for reports.
    ///
    /// - Returns: Its number, if it is kept.
    func record(in log: DecisionLog?) -> Int? { verdict.record(in: log) }
}
