/// How many expressions one document and method may take to decide.
///
/// Source: <https://firebase.google.com/docs/firestore/security/rules-structure#security_rule_limits>.
struct ExpressionBudget: Sendable {
    static let limit = 1000

    /// No node takes more for itself.
    private static let mostOfNode = 4

    /// A bound of what an expression takes off, whatever its operands come to; what is beyond the limit counts as twice the limit.
    static func bound(
        of form: TracedExpression.Form, _ operands: [Int], calling function: FunctionPlan?
    ) -> Int {
        var bound = mostOfNode + operands.reduce(0, +) + (function?.mostSpent ?? 0)
        if case .expression(let expression) = form, case .path(let segments) = expression.kind {
            bound += segments.count
        }
        return min(bound, 2 * limit)
    }

    private var remaining = ExpressionBudget.limit

    /// What was taken off so far.
    var spent: Int { ExpressionBudget.limit - remaining }

    /// Takes the cost of a node off the budget.
    ///
    /// - Throws: ``EvaluationFailure/budgetExceeded`` when there is not that much left, and from then on always.
    @inline(__always)
    mutating func charge(_ cost: Int) throws(EvaluationFailure) {
        remaining -= cost
        if remaining < 0 { throw .budgetExceeded }
    }
}
