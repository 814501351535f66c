/// An expression with its outcome and those of its subexpressions, rebuilt from a trace.
package final class EvaluatedExpression: Sendable {
    package let form: TracedExpression.Form
    /// Its number in the plan; nil for a literal.
    package let id: Int?
    /// Nil if it was not evaluated.
    package let outcome: Outcome?
    /// The direct subexpressions, in the order of the source.
    package let operands: [EvaluatedExpression]
    /// The function of the rules that it calls, and the evaluation of its body.
    package let function: FunctionPlan?
    package let body: EvaluatedExpression?

    init(
        _ form: TracedExpression.Form, _ outcome: Outcome?, operands: [EvaluatedExpression] = [],
        function: FunctionPlan? = nil, body: EvaluatedExpression? = nil, id: Int? = nil
    ) {
        self.form = form
        self.id = id
        self.outcome = outcome
        self.operands = operands
        self.function = function
        self.body = body
    }

    /// An expression without a number: a literal, or one that was not evaluated.
    convenience init(untraced form: TracedExpression.Form, id: Int? = nil) {
        guard case .expression(let expression) = form, case .literal(let literal) = expression.kind else {
            self.init(form, nil, id: id)
            return
        }
        self.init(form, .value(literal.value))
    }

    package var value: RuleValue? {
        if case .value(let value) = outcome { value } else { nil }
    }

    package var failure: EvaluationFailure? {
        if case .failure(let failure) = outcome { failure } else { nil }
    }

    /// The truth value; nil for any other outcome.
    package var truth: Bool? {
        if case .bool(let truth) = value { truth } else { nil }
    }
}

/// Rebuilds the tree of an evaluation from its trace.
///
/// An expression is recorded when it is finished, after its subexpressions. So the trace is read backwards, and the events before
/// an expression belong to it as long as they are its operands.
struct TraceReader {
    private let expressions: [TracedExpression]
    private let events: [EvaluationTrace.Event]
    /// How many of the events are still to be read.
    private var rest: Int

    init(_ plan: RulesPlan, _ events: [EvaluationTrace.Event]) {
        expressions = plan.tracedExpressions
        self.events = events
        rest = events.count
    }

    /// The evaluation of an expression that ends at the reader's place.
    mutating func read(_ source: TracedExpression.Source) -> EvaluatedExpression {
        guard let id = source.id, rest > 0, events[rest - 1].expression == id,
            expressions.indices.contains(id)
        else { return EvaluatedExpression(untraced: source.form, id: source.id) }
        rest -= 1
        let outcome = events[rest].outcome
        let expression = expressions[id]
        let body = expression.function.map { read($0.source) }
        var operands = expression.operands.map { EvaluatedExpression(untraced: $0.form, id: $0.id) }
        while rest > 0,
            let index = expression.operands.firstIndex(where: { $0.id == events[rest - 1].expression })
        {
            operands[index] = read(expression.operands[index])
        }
        return EvaluatedExpression(
            expression.form, outcome, operands: operands, function: expression.function, body: body,
            id: id)
    }
}
