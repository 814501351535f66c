import FirestoreModel
import FirestoreREST

/// Who sends a request, as its Authorization header says.
///
/// As in Google's emulator nothing is verified: any token in the form of a JWT is taken at its word.
enum Identity: Sendable, Equatable {
    /// Passes by the rules: `Bearer owner`, or what looks like a Google access token.
    case admin
    /// Signed in, with the claims of the token.
    case user(claims: JSON)
    /// No token at all.
    case anonymous

    /// Reads the header.
    ///
    /// - Throws: INVALID_ARGUMENT for a token that is none, UNAUTHENTICATED for another scheme than Bearer.
    init(authorization header: String?) throws(RPCStatus) {
        guard let header else {
            self = .anonymous
            return
        }
        let words = header.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map(Substring.init)
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            throw RPCStatus(
                .unauthenticated,
                "The Authorization header must be \"Bearer owner\" or \"Bearer \" and a token.")
        }
        let token = words[1]
        if token.lowercased() == "owner" || token.hasPrefix("ya29.") {
            self = .admin
        } else if let claims = Identity.claims(String(token)) {
            self = .user(claims: claims)
        } else {
            throw .invalidArgument("invalid jwt")
        }
    }

    private static func claims(_ token: String) -> JSON? {
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(
            Substring.init)
        guard parts.count == 3, object(parts[0]) != nil, Base64.decode(String(parts[2])) != nil else {
            return nil
        }
        return object(parts[1])
    }

    private static func object(_ part: Substring) -> JSON? {
        guard let bytes = Base64.decode(String(part)), let json = try? JSONParser.parse(bytes),
            case .object = json
        else {
            return nil
        }
        return json
    }
}
