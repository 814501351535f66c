import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// The rule on which it depends that one set of rules allows what another one denies.
struct DecidingRule: Hashable, Comparable, Sendable {
    /// Whether it is the one that denies: a `.validate`. Otherwise it is the one that grants.
    let isDenying: Bool
    /// Its number among the rules of its file.
    let number: Int

    static func < (left: DecidingRule, right: DecidingRule) -> Bool {
        (left.number, left.isDenying ? 1 : 0) < (right.number, right.isDenying ? 1 : 0)
    }
}

extension DecidingRule {
    /// - Returns: nil unless the first rules allow the request and the others deny it.
    init?(
        _ scenario: DatabaseScenario, allowedBy allowing: DatabaseRuleset, deniedBy denying: DatabaseRuleset
    ) {
        let request = scenario.request
        let denied = denying.decide(request)
        guard let denial = denied.denial else { return nil }
        let allowed = allowing.decide(request, isTraced: true)
        guard allowed.isAllowed else { return nil }
        switch denial {
        case .invalid(_, let rule): self.init(isDenying: true, number: rule)
        case .notGranted:
            guard let rule = allowed.granting(denied.lastOperation) else { return nil }
            self.init(isDenying: false, number: rule)
        }
    }
}

extension DatabaseDecision {
    /// The number of the rule that grants a path of the request. The decision must have been traced.
    func granting(_ operation: Int) -> Int? {
        steps.first { $0.operation == operation && $0.outcome.truth == true }?.rule
    }
}
