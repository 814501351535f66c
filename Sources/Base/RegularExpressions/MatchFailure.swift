/// Why a correct pattern gives no answer about a text.
package enum MatchFailure: Error, Hashable, Sendable {
    /// It takes more steps than one call may take.
    case tooLong
    /// What comes in the place of a match asks for a group that the pattern does not have.
    case noSuchGroup(String)
    /// The result is larger than the caller allows.
    case resultTooLarge
}
