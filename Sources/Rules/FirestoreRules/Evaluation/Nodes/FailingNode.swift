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
        for operand in operands.reversed() { _ = try evaluation.outcome(of: operand) }
        try evaluation.charge()
        throw .error(error)
    }
}
