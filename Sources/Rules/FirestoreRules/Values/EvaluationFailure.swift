/// Why an expression has no value.
package enum EvaluationFailure: Error, Sendable {
    /// The expression is an error; `&&` and `||` may still decide without it.
    indirect case error(RuleError, at: SourceRange?)
    /// The data is not available yet, or the filters of a query do not settle it.
    case unknown
    /// The evaluation exceeds its number of expressions. No operator absorbs this.
    case budgetExceeded

    package static func error(_ error: RuleError) -> EvaluationFailure { .error(error, at: nil) }
}
