import CoreValues
import EmulatorAccess
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules

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
