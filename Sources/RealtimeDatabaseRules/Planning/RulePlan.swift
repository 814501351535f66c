/// A rule that is ready to be evaluated.
struct RulePlan: Sendable {
    let statement: RuleStatement
    private let node: any PlanNode
    private let traced: any PlanNode

    init(statement: RuleStatement, node: any PlanNode, traced: any PlanNode) {
        self.statement = statement
        self.node = node
        self.traced = traced
    }

    /// Evaluates the condition.
    ///
    /// - Returns: What it came to, and what its expressions came to, by their numbers, when that is asked for.
    func evaluate(in evaluation: Evaluation, isTraced: Bool) -> (outcome: Outcome, trace: [Outcome?]) {
        evaluation.trace = isTraced ? Array(repeating: nil, count: statement.expressionCount) : nil
        do {
            let value = try (isTraced ? traced : node).value(in: evaluation)
            return (.value(value), evaluation.trace ?? [])
        } catch {
            return (.failure(error), evaluation.trace ?? [])
        }
    }
}
