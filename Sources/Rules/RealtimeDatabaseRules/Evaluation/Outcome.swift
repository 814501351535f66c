/// The outcome of an expression: a value, or the failure that ended the evaluation.
package enum Outcome: Sendable {
    case value(RuleValue)
    case failure(RuleFailure)

    /// The truth value; nil for any other outcome.
    package var truth: Bool? {
        if case .value(.boolean(let truth)) = self { truth } else { nil }
    }

    var failure: RuleFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
