/// An expression that can only fail: an unknown name, a call with the wrong number of arguments.
final class FailingNode: PlanNode {
    private let error: RuleError
    /// What is evaluated before.
    private let operands: [any PlanNode]

    init(_ error: RuleError, after operands: [any PlanNode] = []) {
        self.error = error
        self.operands = operands
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        for operand in operands { _ = try evaluation.outcome(of: operand) }
        throw .error(error)
    }
}
