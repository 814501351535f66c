import EmulatorAccess
import FirestoreModel
import JSONText

extension Identity {
    /// Checks the claims of a token that production checks.
    ///
    /// A token issued at time 0 never expires: the SDKs make such tokens for tests.
    ///
    /// - Throws: UNAUTHENTICATED for a token that has expired, or is for another project.
    func checkClaims(project: String, at time: Timestamp) throws(RPCStatus) {
        guard case .user(let claims) = self else { return }
        if case .number(let digits)? = claims["exp"], let expiry = Double(digits),
            claims["iat"] != .number("0"), expiry <= Double(time.seconds)
        {
            throw Self.invalid
        }
        if let audience = claims["aud"]?.string, audience != project { throw Self.invalid }
    }

    private static let invalid = RPCStatus(.unauthenticated, "Missing or invalid authentication.")
}
