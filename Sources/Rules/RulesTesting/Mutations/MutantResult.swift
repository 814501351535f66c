/// A mutant and its fate.
package struct MutantResult: Sendable {
    package let mutant: Mutant
    package let fate: MutantFate
}

/// Whether a suite notices a mutant.
package enum MutantFate: Sendable, Equatable {
    /// A case fails: the suite notices it.
    case killed(by: String)
    case survived
    /// No case evaluates the changed expression.
    case notReached
}
