/// A literal, or what an expression of literals always comes to.
final class ConstantNode: PlanNode {
    let constant: RuleValue
    /// What the expression costs that stood here.
    let cost: Int

    init(_ constant: RuleValue, cost: Int = 1) {
        self.constant = constant
        self.cost = cost
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge(cost)
        return constant
    }
}
