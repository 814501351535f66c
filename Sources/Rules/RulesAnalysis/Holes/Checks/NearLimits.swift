import FirestoreModel
import FirestoreRules

/// Conditions that come near the limits of a request: they are denied when they grow.
struct NearLimits {
    let subject: HoleSubject

    /// What one request may look up, and how much counts as near. Source:
    /// <https://firebase.google.com/docs/firestore/security/rules-structure#security_rule_limits>.
    private static let lookups = (near: 8, limit: 10)
    private static let expressions = (near: 700, limit: 1000)

    var holes: [Hole] {
        var most: (lookups: Int, expressions: Int) = (0, 0)
        var shown: (lookups: Scenario?, expressions: Scenario?)
        for scenario in subject.allowed {
            let decision = PreparedScenario(scenario).recorded(by: subject.rules.traced)
            let lookups = Set(
                decision.documentsLookedUp.map(\.path).filter { $0 != scenario.request.document }
            ).count
            let expressions = decision.steps.reduce(0) { $0 + $1.events.count }
            if lookups > most.lookups { (most.lookups, shown.lookups) = (lookups, scenario) }
            if expressions > most.expressions {
                (most.expressions, shown.expressions) = (expressions, scenario)
            }
        }
        var holes: [Hole] = []
        if most.lookups >= NearLimits.lookups.near, let scenario = shown.lookups {
            holes.append(
                subject.hole(
                    .lookups, .warning,
                    "this looks up \(most.lookups) of the \(NearLimits.lookups.limit) documents that a request may look up",
                    scenario))
        }
        if most.expressions >= NearLimits.expressions.near, let scenario = shown.expressions {
            holes.append(
                subject.hole(
                    .longCondition, .warning,
                    "this evaluates about \(most.expressions) of the \(NearLimits.expressions.limit) expressions that a request may evaluate",
                    scenario))
        }
        return holes
    }
}
