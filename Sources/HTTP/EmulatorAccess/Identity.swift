package import JSONText

/// Who sends a request.
package enum Identity: Sendable, Equatable {
    /// Bypasses the rules.
    case admin
    /// Signed in, with the claims of the token.
    case user(claims: JSON)
    /// No token at all.
    case anonymous
}
