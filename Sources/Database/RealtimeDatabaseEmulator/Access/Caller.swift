import CoreValues
import EmulatorAccess
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules

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

extension Caller {
    /// The `auth` variable of rules.
    ///
    /// Source: https://firebase.google.com/docs/reference/security/database#auth
    var auth: AuthValue {
        guard case .user(let claims) = identity else { return .null }
        if isOverride { return AuthValue(claims) }
        let token = AuthValue(claims)
        let provider = claims["firebase"]?["sign_in_provider"]?.string ?? "custom"
        guard let uid = claims["sub"]?.string ?? claims["user_id"]?.string else {
            return .map(["provider": .string(provider), "token": token])
        }
        return AuthValue(uid: uid, provider: provider, token: token)
    }
}
