/// How many expressions one document and method may take to decide: all allow statements that are tried for them, once without data and
/// once more with it.
///
/// An expression takes one off when it is finished, whether or not it has a value, after its operands, of which the last one is evaluated
/// first. `&&` and `||` take one more for a right operand that they need, `?:` one for the first branch and three for the second, `is`
/// one for the type, a path one for each segment that is written out, and a `let` one. Once nothing is left, nothing else is evaluated.
/// That denies at once only where no data was wanted before: else the request is decided anew with the data, on a budget of its own.
///
/// Source: Google's emulator, asked by Tests/ServerTests/Rules/Budgets; the limit: <https://firebase.google.com/docs/firestore/security/rules-structure#security_rule_limits>.
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
