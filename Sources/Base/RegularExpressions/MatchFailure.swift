/// Why a correct pattern gives no answer about a text.
package enum MatchFailure: Error, Hashable, Sendable {
    /// It needs more steps than one call may take.
    case tooLong
    /// The replacement refers to a group that the pattern does not have.
    case noSuchGroup(String)
    /// The result is larger than the caller allows.
    case resultTooLarge
}
