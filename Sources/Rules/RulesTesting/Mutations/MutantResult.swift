/// What became of one mutant.
package struct MutantResult: Sendable {
    package let mutant: Mutant
    package let fate: MutantFate
}

/// Whether a suite notices a mutant.
package enum MutantFate: Sendable, Equatable {
    /// A case failed: the suite has noticed it.
    case killed(by: String)
    case survived
    /// No case evaluates what was changed.
    case notReached
}
