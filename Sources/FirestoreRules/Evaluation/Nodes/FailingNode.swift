/// An expression that can only fail: an unknown name, a call with the wrong number of arguments.
final class FailingNode: PlanNode {
    private let error: RuleError

    init(_ error: RuleError) {
        self.error = error
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        throw .error(error)
    }
}
