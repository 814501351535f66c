import EmulatorAccess
import FirestoreModel
import FirestoreRPC
import FirestoreRules

/// The sender of a request, and the rules that apply to them.
struct Caller: Sendable {
    let sender: Sender
    /// The rules of the project; nil if there are none.
    let rules: ProjectRules?
    /// The log of the rules' decisions.
    var log: DecisionLog?
    /// Whether this is a background read, such as a page's polling.
    var isInBackground = false
    /// Whether the rules have allowed the same read before, as for a listener. Then only a denial is news for the log.
    var asksAgain = false
    /// Takes notes of the call.
    var record: CallRecord?

    init(_ sender: Sender, rules: ProjectRules?, log: DecisionLog? = nil) {
        self.sender = sender
        self.rules = rules
        self.log = log
    }

    /// A caller who bypasses the rules.
    static let admin = Caller(Sender(.admin), rules: nil)

    var identity: Identity { sender.identity }

    /// The common part of the questions to the rules; nil for a caller who bypasses them.
    private var binding: ProjectRules? { identity == .admin ? nil : rules }

    /// Checks that the rules allow reads.
    ///
    /// - Throws: PERMISSION_DENIED; the closure's errors. The closure is not called for a caller who bypasses the rules.
    func check(
        in database: DatabaseID, on state: DatabaseState, at time: Timestamp, isInTransaction: Bool,
        _ operations: () throws(RPCStatus) -> [RulesOperation]
    ) throws(RPCStatus) {
        guard let rules = binding else { return }
        let request = RulesRequest(
            auth: sender.auth, time: time.truncatedToMilliseconds, isInTransaction: isInTransaction,
            database: database, operations: try operations())
        let verdict = try rules.decide(request, on: state, at: time)
        let isNews = !asksAgain || !verdict.decided.isAllowed
        let number = verdict.record(in: isNews ? log : nil, isBackground: isInBackground)
        if isNews { note(verdict, number) }
        try verdict.check(number)
    }

    /// Notes a decision. A document that rules look up is billed as a read.
    func note(_ verdict: ProjectRules.Verdict, _ number: Int?) {
        record?.note { facts in
            facts.decision = number
            facts.reads += verdict.decided.lookupCount
        }
    }

    /// Whether the rules apply to the caller's writes.
    var isBound: Bool { binding != nil }

    /// The decision on writes, all of them together; nil for a caller who bypasses the rules. To rules every commit is a transaction.
    ///
    /// - Throws: INVALID_ARGUMENT for rules that cannot be used.
    func decision(
        on writes: [Write], in database: DatabaseID, on state: DatabaseState, at time: Timestamp
    ) throws(RPCStatus) -> WriteDecision? {
        guard let rules = binding, let request = request(for: writes, in: database, at: time) else {
            return nil
        }
        return WriteDecision(try rules.decide(request, writes: writes, on: state, at: time), at: time)
    }

    /// Writes as rules see them, or nil, and for a caller who bypasses the rules.
    func request(for writes: [Write], in database: DatabaseID, at time: Timestamp) -> RulesRequest? {
        if !isBound || writes.isEmpty { return nil }
        return RulesRequest(
            auth: sender.auth, time: time.truncatedToMilliseconds, isInTransaction: true,
            database: database, operations: WriteOperation.merged(writes).map { .write($0) })
    }
}
