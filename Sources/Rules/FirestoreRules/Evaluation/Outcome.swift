/// What became of an expression: arguments and `let`s keep it until their name is read.
package enum Outcome: Sendable {
    case value(RuleValue)
    case failure(EvaluationFailure)

    /// Whether it depends on data that is not there yet.
    var isUnknown: Bool {
        if case .failure(.unknown) = self { true } else { false }
    }

    func get() throws(EvaluationFailure) -> RuleValue {
        switch self {
        case .value(let value): return value
        case .failure(let failure): throw failure
        }
    }
}
