import EmulatorAccess
import FirestoreModel
import FirestoreRules

/// Who sends a request, and the rules that bind them.
struct Caller: Sendable {
    let identity: Identity
    /// The rules of the project; nil where there are none.
    let rules: ProjectRules?
    /// Where the decisions of the rules are kept.
    var log: DecisionLog?
    /// Whether nobody has asked for the read: a page looks again and again.
    var isInBackground = false

    /// Somebody whom no rules bind.
    static let admin = Caller(identity: .admin, rules: nil)

    /// What rules are asked, except for what is asked for; nil for a caller whom none bind.
    private var binding: ProjectRules? { identity == .admin ? nil : rules }

    /// Checks that the rules let reads through.
    ///
    /// - Throws: PERMISSION_DENIED; what the closure throws, which is not asked where no rules bind.
    func check(
        in database: DatabaseID, on state: DatabaseState, at time: Timestamp, isInTransaction: Bool,
        _ operations: () throws(RPCStatus) -> [RulesOperation]
    ) throws(RPCStatus) {
        guard let rules = binding else { return }
        let request = RulesRequest(
            auth: identity.auth, time: time.truncatedToMilliseconds, isInTransaction: isInTransaction,
            database: database, operations: try operations())
        let verdict = try rules.decide(request, source: ReadSource(state: state))
        try verdict.check(verdict.record(in: log, isBackground: isInBackground))
    }

    /// Whether rules are asked about what the caller writes.
    var isBound: Bool { binding != nil }

    /// What the rules say of writes, all of them together; nil for a caller whom none bind. To rules every commit is a transaction.
    ///
    /// - Throws: INVALID_ARGUMENT for rules that cannot be used.
    func decision(
        on writes: [Write], in database: DatabaseID, on state: DatabaseState, at time: Timestamp
    ) throws(RPCStatus) -> WriteDecision? {
        guard let rules = binding, !writes.isEmpty else { return nil }
        let request = RulesRequest(
            auth: identity.auth, time: time.truncatedToMilliseconds, isInTransaction: true,
            database: database, operations: WriteOperation.merged(writes).map { .write($0) })
        let verdict = try rules.decide(request, source: WriteSource(writes, on: state, at: time))
        return WriteDecision(verdict, on: state, at: time)
    }
}
