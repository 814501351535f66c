import FirestoreModel
import FirestoreRules

/// Conditions that come near the limits of a request: once they grow, they deny.
struct NearLimits {
    let subject: HoleSubject

    /// How many documents one request may look up, and how many count as near. Source:
    /// <https://firebase.google.com/docs/firestore/security/rules-structure#security_rule_limits>.
    private static let lookups = (near: 8, limit: 10)
    /// A request may evaluate 1,000 expressions. With so many more, what is near is denied.
    private static let padding = 300

    var holes: [Hole] { [lookups, longCondition].compactMap(\.self) }

    private var lookups: Hole? {
        var most = (count: 0, scenario: Scenario?.none)
        for scenario in subject.allowed {
            let decision = PreparedScenario(scenario).recorded(by: subject.rules.traced)
            let others = decision.documentsLookedUp.map(\.path).filter { $0 != scenario.request.document }
            let count = Set(others).count
            if count > most.count { most = (count, scenario) }
        }
        guard most.count >= NearLimits.lookups.near, let scenario = most.scenario else { return nil }
        return subject.hole(
            .lookups, .warning,
            "this looks up \(most.count) of the \(NearLimits.lookups.limit) documents that a request may look up",
            scenario)
    }

    private var longCondition: Hole? {
        let statement = subject.statement.syntax
        guard let condition = statement.condition else { return nil }
        func expression(_ kind: Expression.Kind) -> Expression { Expression(kind, at: condition.range) }
        let zeros = Array(repeating: expression(.literal(.int(0))), count: NearLimits.padding)
        // Always true, but an expression for each element.
        let padding = expression(
            .binary(
                .in, expression(.literal(.int(0))), expression(.list(zeros)), operatorRange: condition.range))
        let longer = expression(.binary(.and, condition, padding, operatorRange: condition.range))
        let padded = AnalysedRules(
            subject.rules.syntax.settingCondition(of: statement.range, to: longer), subject.rules.source)
        guard let scenario = subject.allowed.first(where: { !$0.isAllowed(by: padded.plan) }) else {
            return nil
        }
        return subject.hole(
            .longCondition, .warning,
            "this evaluates more than \(1000 - NearLimits.padding) of the 1000 expressions that a request may evaluate",
            scenario)
    }
}
