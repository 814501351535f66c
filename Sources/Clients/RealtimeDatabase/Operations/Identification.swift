import JSONText

/// How a request identifies its sender.
///
/// Sources: https://firebase.google.com/docs/database/rest/auth, and firebase-tools for the emulator, which treats every bearer as
/// its administrator.
enum Identification: Sendable, Equatable {
    case nobody
    /// An OAuth access token, or an emulator's administrator: a header.
    case bearer(String)
    /// A user's ID token: a parameter of the URL.
    case user(String)

    init(token: String?) {
        self = token.map { Identification.isIDToken($0) ? .user($0) : .bearer($0) } ?? .nobody
    }

    /// The token, if any.
    var token: String? {
        switch self {
        case .nobody: nil
        case .bearer(let token), .user(let token): token
        }
    }

    /// Whether the token is part of the URL.
    var isInURL: Bool {
        switch self {
        case .nobody, .bearer: false
        case .user: true
        }
    }

    /// Whether a token is the ID token of a Firebase user, and not one of Google's access tokens.
    static func isIDToken(_ token: String) -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64.decode(String(parts[1])),
            let claims = try? JSONParser.parse(payload)
        else { return false }
        return claims["iss"]?.string?.hasPrefix("https://securetoken.google.com/") ?? false
    }
}
