/// An expression with its outcome and those of its subexpressions, rebuilt from a trace.
final class EvaluatedExpression: Sendable {
    let form: TracedExpression.Form
    /// Nil if it was not evaluated.
    let outcome: Outcome?
    /// The direct subexpressions, in the order of the source.
    let operands: [EvaluatedExpression]
    /// The function of the rules that it calls, and the evaluation of its body.
    let function: FunctionPlan?
    let body: EvaluatedExpression?

    init(
        _ form: TracedExpression.Form, _ outcome: Outcome?, operands: [EvaluatedExpression] = [],
        function: FunctionPlan? = nil, body: EvaluatedExpression? = nil
    ) {
        self.form = form
        self.outcome = outcome
        self.operands = operands
        self.function = function
        self.body = body
    }

    /// An expression without a number: a literal, or one that was not evaluated.
    convenience init(untraced form: TracedExpression.Form) {
        guard case .expression(let expression) = form, case .literal(let literal) = expression.kind else {
            self.init(form, nil)
            return
        }
        self.init(form, .value(literal.value))
    }

    var value: RuleValue? {
        if case .value(let value) = outcome { value } else { nil }
    }

    var failure: EvaluationFailure? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }

    /// The truth value; nil for any other outcome.
    var truth: Bool? {
        if case .bool(let truth) = value { truth } else { nil }
    }
}

/// Rebuilds the tree of an evaluation from its trace.
///
/// An expression is recorded when it is finished, after its subexpressions. So the trace is read backwards, and the events before
/// an expression belong to it as long as they are its operands.
struct TraceReader {
    private let expressions: [TracedExpression]
    private var events: ArraySlice<EvaluationTrace.Event>

    init(_ plan: RulesPlan, _ events: [EvaluationTrace.Event]) {
        expressions = plan.tracedExpressions
        self.events = events[...]
    }

    /// The evaluation of an expression that ends at the reader's place.
    mutating func read(_ source: TracedExpression.Source) -> EvaluatedExpression {
        guard let id = source.id, let event = events.last, event.expression == id,
            expressions.indices.contains(id)
        else { return EvaluatedExpression(untraced: source.form) }
        events.removeLast()
        let expression = expressions[id]
        let body = expression.function.map { read($0.source) }
        var operands = expression.operands.map { EvaluatedExpression(untraced: $0.form) }
        while let last = events.last,
            let index = expression.operands.firstIndex(where: { $0.id == last.expression })
        {
            operands[index] = read(expression.operands[index])
        }
        return EvaluatedExpression(
            expression.form, event.outcome, operands: operands, function: expression.function, body: body)
    }
}
