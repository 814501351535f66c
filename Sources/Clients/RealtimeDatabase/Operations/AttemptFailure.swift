import ClientCore

/// A failed attempt: the error for the caller, and what it says about trying again.
struct AttemptFailure: Error {
    let error: DatabaseError
    let traits: FailureTraits

    init(_ error: DatabaseError, _ traits: FailureTraits) {
        self.error = error
        self.traits = traits
    }

    /// A failure before anything was sent.
    init(unsent error: DatabaseError) {
        self.init(error, FailureTraits(.permanent, mayHaveBeenApplied: false))
    }
}
