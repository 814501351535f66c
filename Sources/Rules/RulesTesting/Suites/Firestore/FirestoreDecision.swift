package import FirestoreRules

/// A decision of Firestore's rules about a step.
package struct FirestoreDecision: Sendable {
    package var subject: DecisionSubject
    package var denial: Denial?

    /// The conditions that were evaluated, with the values of their expressions. Repeats the decision.
    ///
    /// - Parameter plan: The same rules, planned with tracing.
    package func steps(by plan: RulesPlan) -> [RulesDecision.Step] {
        var decision = subject.decision(by: plan, isTraced: true)
        _ = decision.run()
        return decision.steps
    }
}

/// The request of a decision, so that other rules can decide about it.
package enum DecisionSubject: Sendable {
    case request(RulesRequest, any RulesDataSource & Sendable)
    case given(GivenRequest)

    /// Decides by other rules.
    package func decision(by plan: RulesPlan, isTraced: Bool = false) -> RulesDecision {
        switch self {
        case .request(let request, let source):
            RulesDecision(request, by: plan, source: source, isTraced: isTraced)
        case .given(let request): RulesDecision(request, by: plan, isTraced: isTraced)
        }
    }
}
