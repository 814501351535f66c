package import RealtimeDatabaseModel

/// Evaluates single rules for a request, also those that a decision does not ask.
package struct RuleInspector {
    private let plans: [RulePlan]
    private let evaluation: Evaluation

    package init(_ rules: DatabaseRuleset, _ request: DatabaseRequest) {
        plans = rules.plans
        evaluation = Evaluation(request)
    }

    /// The outcome of a rule for a node, and those of its expressions, by their numbers.
    ///
    /// - Parameters:
    ///   - rule: The rule's number.
    ///   - path: The node, which has a key for each key and variable of the rule's path.
    package func inspect(_ rule: Int, at path: DatabasePath) -> (outcome: Outcome, trace: [Outcome?]) {
        evaluation.move(to: path)
        evaluation.level = path.keys.count
        return plans[rule].evaluate(in: evaluation, isTraced: true)
    }
}
