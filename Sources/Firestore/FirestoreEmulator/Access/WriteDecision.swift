import FirestoreModel
import FirestoreRules

/// What rules say of the writes of one commit, found out on a snapshot: whether it still holds is known by the versions of the
/// documents that were looked at.
struct WriteDecision {
    /// The time that the rules took for that of the request, and that server timestamps are to take.
    let time: Timestamp
    private let verdict: ProjectRules.Verdict
    private let versions: [(path: DocumentPath, updateTime: Timestamp?)]

    init(_ verdict: ProjectRules.Verdict, on state: DatabaseState, at time: Timestamp) {
        self.verdict = verdict
        self.time = time
        versions = verdict.decision.documentsLookedAt.map { ($0, state.document($0)?.updateTime) }
    }

    /// Whether the rules would say the same of another state.
    func holds(on state: DatabaseState) -> Bool {
        versions.allSatisfy { state.document($0.path)?.updateTime == $0.updateTime }
    }

    /// Checks that the rules let the writes through.
    ///
    /// - Throws: PERMISSION_DENIED.
    func check() throws(RPCStatus) { try verdict.check() }

    /// Writes the decision down for reports.
    ///
    /// - Returns: The number under which a denial is kept.
    func record(in log: DecisionLog?) -> Int? { verdict.record(in: log) }
}
