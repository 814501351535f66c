/// A rule that is ready to be evaluated.
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
    /// - Returns: What it came to, and what its expressions came to, by their numbers, when that is asked for.
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
