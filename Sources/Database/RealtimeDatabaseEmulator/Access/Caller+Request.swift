import CoreValues
import EmulatorAccess
import JSONText

extension Caller {
    /// Reads the sender of a request.
    ///
    /// An access token, in `Authorization` or `access_token`, always belongs to an administrator; `auth` holds the token of a
    /// user, or `owner`. Nothing is verified.
    /// Source: https://firebase.google.com/docs/database/rest/auth, https://github.com/firebase/firebase-tools/issues/2586
    ///
    /// - Parameter time: When it was sent.
    init(
        authorization: String?, _ target: RequestTarget, at time: Timestamp
    ) throws(RESTFailure) {
        if try Caller.isAdministrator(authorization, target["access_token"]) {
            self =
                try target["auth_variable_override"].map { (text) throws(RESTFailure) in
                    try Caller(override: text)
                } ?? .admin
        } else if let token = target["auth"], !token.isEmpty {
            do throws(TokenProblem) {
                self = token == "owner" ? .admin : try Caller(token: token, at: time)
            } catch {
                throw .unauthorized(error.reason)
            }
        } else {
            self = .anonymous
        }
    }

    private static func isAdministrator(
        _ authorization: String?, _ accessToken: String?
    ) throws(RESTFailure) -> Bool {
        var tokens: [Substring] = []
        if let authorization {
            let words = authorization.split(separator: " ", maxSplits: 1)
            guard words.count == 2, words[0].lowercased() == "bearer" else {
                throw .unauthorized(
                    "The Authorization header must be \"Bearer owner\" or \"Bearer \" and an access token.")
            }
            tokens.append(words[1])
        }
        if let accessToken, !accessToken.isEmpty { tokens.append(accessToken[...]) }
        // Production refuses it too. Accepting it here would let a test of rules pass without testing anything.
        if tokens.contains(where: { UnverifiedToken($0)?.isUser == true }) {
            throw .unauthorized("Unauthorized request. The token of a user goes into the parameter auth.")
        }
        return !tokens.isEmpty
    }

    private init(override text: String) throws(RESTFailure) {
        guard let json = try? JSONParser.parse(Array(text.utf8)), let caller = Caller(override: json) else {
            throw .badRequest("auth_variable_override must be an object or null, as JSON.")
        }
        self = caller
    }

    /// An administrator who acts as another user, as the Admin SDKs allow: with these claims, or as nobody.
    init?(override json: JSON) {
        switch json {
        case .null: self = .anonymous
        case .object: self.init(identity: .user(claims: json), isOverride: true)
        case .boolean, .number, .string, .array: return nil
        }
    }

    /// The user of a token.
    init(token text: String, at time: Timestamp) throws(TokenProblem) {
        guard let token = UnverifiedToken(text) else { throw .unreadable }
        let expiry = token.expiry
        if let expiry, expiry <= time { throw .expired }
        self.init(identity: .user(claims: token.claims), expiry: expiry)
    }
}

/// Why a token identifies nobody.
enum TokenProblem: Error {
    case unreadable
    case expired

    /// In the words of Google's servers.
    var reason: String {
        switch self {
        case .unreadable: "Could not parse auth token."
        case .expired: "Auth token is expired"
        }
    }

    /// Its name on the wire.
    var status: String {
        switch self {
        case .unreadable: "invalid_token"
        case .expired: "expired_token"
        }
    }
}

extension UnverifiedToken {
    /// Whether the token is about a user.
    fileprivate var isUser: Bool { claims["sub"] != nil || claims["user_id"] != nil }

    /// When the token expires; nil if it does not say.
    ///
    /// The mock tokens of Firebase's SDKs are issued in 1970 for an hour. Emulators accept them at any time.
    fileprivate var expiry: Timestamp? {
        if case .number("0")? = claims["iat"] { return nil }
        guard case .number(let digits)? = claims["exp"], let seconds = Double(digits),
            seconds.magnitude < 1e12
        else { return nil }
        return Timestamp(seconds: Int64(seconds), nanoseconds: 0)
    }
}
