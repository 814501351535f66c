import Cryptography
import JSONText

/// The claims with which a service account asks for a token, or that are a token themselves.
///
/// Times are whole seconds since 1970; no assertion may be valid for more than an hour.
/// Source: https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests
struct ServiceAccountAssertion {
    /// How long an assertion is valid, in seconds.
    static let lifetime: Int64 = 3600

    private let key: ServiceAccountKey
    private let scopes: [String]
    private let issuedAt: Int64

    init(_ key: ServiceAccountKey, scopes: [String] = OAuthScope.all, issuedAt seconds: Int64) {
        self.key = key
        self.scopes = scopes
        issuedAt = seconds
    }

    /// The assertion as a JSON web token, signed with RS256.
    func signed() throws(GoogleCredentialsError) -> Secret {
        let message = [header, claims].map(Base64.encodeURLSafe).joined(separator: ".")
        do throws(RSASigningKey.Failure) {
            let signature = try key.privateKey.signature(of: Array(message.utf8))
            return Secret(message + "." + Base64.encodeURLSafe(signature))
        } catch {
            throw GoogleCredentialsError(
                .malformed,
                "No access token for the service account \(key.clientEmail): its private key cannot sign. Create a new key."
            )
        }
    }

    private var header: [UInt8] {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member("alg") { $0.string("RS256") }
            writer.member("typ") { $0.string("JWT") }
            if let id = key.privateKeyID { writer.member("kid") { $0.string(id) } }
        }
        return writer.bytes
    }

    private var claims: [UInt8] {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member("iss") { $0.string(key.clientEmail) }
            if key.signsTokens { writer.member("sub") { $0.string(key.clientEmail) } }
            writer.member("scope") { $0.string(scopes.joined(separator: " ")) }
            if !key.signsTokens { writer.member("aud") { $0.string(key.tokenURI) } }
            writer.member("iat") { $0.integer(issuedAt) }
            writer.member("exp") { $0.integer(issuedAt + ServiceAccountAssertion.lifetime) }
        }
        return writer.bytes
    }
}
