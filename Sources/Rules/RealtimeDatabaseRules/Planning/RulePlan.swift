/// A planned rule, ready for evaluation.
final class RulePlan: Sendable {
    private let expressionCount: Int
    private let node: any PlanNode
    private let traced: any PlanNode

    init(statement: RuleStatement, node: any PlanNode, traced: any PlanNode) {
        expressionCount = statement.expressionCount
        self.node = node
        self.traced = traced
    }

    /// Evaluates the condition.
    ///
    /// - Returns: The outcome, and with tracing those of the expressions, by their numbers.
    func evaluate(in evaluation: Evaluation, isTraced: Bool) -> (outcome: Outcome, trace: [Outcome?]) {
        evaluation.trace = isTraced ? Array(repeating: nil, count: expressionCount) : nil
        do {
            let value = try (isTraced ? traced : node).value(in: evaluation)
            return (.value(value), evaluation.trace ?? [])
        } catch {
            return (.failure(error), evaluation.trace ?? [])
        }
    }
}
