import CoreValues
import EmulatorAccess

/// The sender of a request, and when that identity expires.
struct Caller: Sendable, Equatable {
    let identity: Identity
    /// Whether the claims are the `auth` variable of rules, rather than those of a token.
    var isOverride = false
    /// When the token expires; nil if it never does.
    var expiry: Timestamp?
    /// Whether this is a background read, such as a page's polling.
    var isInBackground = false

    /// A caller who bypasses the rules.
    static let admin = Caller(identity: .admin)
    /// An unidentified caller.
    static let anonymous = Caller(identity: .anonymous)

    /// Whether the rules apply to the caller.
    var isBound: Bool { identity != .admin }
}
