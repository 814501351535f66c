import JWTKit

/// The claims by which a service account asks for a token.
///
/// Times are whole seconds since 1970; no assertion may be valid for more than an hour.
/// Source: https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests
struct ServiceAccountAssertion: JWTPayload {
    let iss: String
    let scope: String
    let aud: String
    let iat: Int64
    let exp: Int64

    init(_ key: ServiceAccountKey, issuedAt seconds: Int64) {
        iss = key.clientEmail
        scope = OAuthScope.databases
        aud = key.tokenURI
        iat = seconds
        exp = seconds + 3600
    }

    /// Does nothing: who makes an assertion does not check it.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// The assertion as a JSON web token, signed with RS256.
    func signed(with key: ServiceAccountKey) async throws(GoogleCredentialsError) -> Secret {
        let id = key.privateKeyID.map { JWKIdentifier(string: $0) }
        do {
            let keys = await JWTKeyCollection().add(rsa: key.privateKey, digestAlgorithm: .sha256, kid: id)
            return Secret(try await keys.sign(self, kid: id))
        } catch {
            // What the cryptographic library says could quote the key.
            throw GoogleCredentialsError(
                .malformed,
                "No access token for the service account \(key.clientEmail): its private key cannot sign. Create a new key."
            )
        }
    }
}
