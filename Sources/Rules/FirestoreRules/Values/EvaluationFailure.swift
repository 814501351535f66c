/// Why an expression has no value.
package enum EvaluationFailure: Error, Sendable {
    /// The expression is wrong; `&&` and `||` may still decide without it.
    indirect case error(RuleError, at: SourceRange?)
    /// The data is not there yet, or a query does not say enough.
    case unknown
    /// More expressions than one evaluation may take: nothing absorbs this.
    case budgetExceeded

    package static func error(_ error: RuleError) -> EvaluationFailure { .error(error, at: nil) }
}
