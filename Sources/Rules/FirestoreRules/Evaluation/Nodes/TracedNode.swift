/// An expression whose value is written down when somebody asks for coverage or an explanation.
final class TracedNode: PlanNode {
    private let inner: any PlanNode
    private let id: Int
    private let form: TracedExpression.Form

    init(_ inner: any PlanNode, id: Int, form: TracedExpression.Form) {
        self.inner = inner
        self.id = id
        self.form = form
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        do {
            let value = try inner.value(in: evaluation)
            evaluation.trace?.record(id, .value(value))
            return value
        } catch {
            // The innermost expression that fails gives the failure its place.
            var failure = error
            if case .error(let fact, at: nil) = error {
                failure = .error(fact, at: form.failureRange(of: fact))
            }
            evaluation.trace?.record(id, .failure(failure))
            throw failure
        }
    }
}
