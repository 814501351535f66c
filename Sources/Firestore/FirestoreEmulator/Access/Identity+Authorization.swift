import EmulatorAccess
import FirestoreModel

extension Identity {
    /// Reads an Authorization header.
    ///
    /// As in Google's emulator, nothing is verified: any token in the form of a JWT is trusted. `Bearer owner`, or
    /// what looks like a Google access token, is an administrator.
    ///
    /// - Throws: INVALID_ARGUMENT for an invalid token, UNAUTHENTICATED for a scheme other than Bearer.
    init(
        authorization header: String?, like profile: EmulatorProfile = .emulator
    ) throws(RPCStatus) {
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
        } else if let token = UnverifiedToken(token) {
            self = .user(claims: token.claims)
        } else {
            throw profile.malformedToken
        }
    }
}
