/// A literal, or what an expression of literals always comes to.
final class ConstantNode: PlanNode {
    let constant: RuleValue
    /// What the expression costs that stood here.
    let cost: Int

    init(_ constant: RuleValue, cost: Int = 1) {
        self.constant = constant
        self.cost = cost
    }

    /// The elements of a list of strings; nil for anything else.
    var texts: [String]? {
        guard case .list(let list) = constant else { return nil }
        let texts = list.compactMap { if case .string(let text) = $0 { text } else { nil } }
        return texts.count == list.count ? texts : nil
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge(cost)
        return constant
    }
}
