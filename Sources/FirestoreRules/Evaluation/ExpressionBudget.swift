/// How many expressions one document and method may take to decide.
///
/// Source: <https://firebase.google.com/docs/firestore/security/rules-structure#security_rule_limits>.
struct ExpressionBudget: Sendable {
    static let limit = 1000

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
