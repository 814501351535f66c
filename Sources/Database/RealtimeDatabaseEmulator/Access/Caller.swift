import CoreValues
import EmulatorAccess

/// Who sends a request, and until when that holds.
struct Caller: Sendable, Equatable {
    let identity: Identity
    /// Whether the claims are what rules see as `auth`, and not those of a token.
    var isOverride = false
    /// When the token ceases to be good; nil for none that does.
    var expiry: Timestamp?
    /// Whether nobody has asked for the read: a page looks again and again.
    var isInBackground = false

    /// Somebody whom no rules bind.
    static let admin = Caller(identity: .admin)
    /// Somebody of whom nothing is known.
    static let anonymous = Caller(identity: .anonymous)

    /// Whether the rules are asked about what the caller does.
    var isBound: Bool { identity != .admin }
}
