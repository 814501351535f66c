import ClientCore
public import HTTPTransport

/// Gets tokens for a service account: signs an assertion with its key and exchanges it for a token.
///
/// In the clouds of Google's partners, the signed assertion is the token, and nothing is sent.
///
/// Sources: https://developers.google.com/identity/protocols/oauth2/service-account and
/// https://www.rfc-editor.org/rfc/rfc7523#section-2.1
public struct ServiceAccountTokenSource: AccessTokenSource {
    private let key: ServiceAccountKey
    private let scopes: [String]
    private let exchange: TokenExchange
    private let unixTime: @Sendable () -> Int64

    /// Creates a source of tokens that give access to both databases and to Pub/Sub.
    ///
    /// - Parameters:
    ///   - key: The account's key.
    ///   - transport: Sends the requests to the key's ``ServiceAccountKey/tokenURI``.
    public init(_ key: ServiceAccountKey, transport: any HTTPTransport) {
        self.init(key, scopes: OAuthScope.all, transport: transport, unixTime: { UnixTime.now })
    }

    /// Creates a source with its own permissions and clock.
    ///
    /// - Parameter unixTime: The time in seconds since 1970.
    init(
        _ key: ServiceAccountKey, scopes: [String] = OAuthScope.all, transport: any HTTPTransport,
        unixTime: @escaping @Sendable () -> Int64
    ) {
        self.key = key
        self.scopes = scopes
        exchange = TokenExchange(endpoint: key.endpoint, transport: transport)
        self.unixTime = unixTime
    }

    /// Exchanges a new assertion for a token.
    public func fetch() async throws(GoogleCredentialsError) -> AccessToken {
        let assertion = try ServiceAccountAssertion(key, scopes: scopes, issuedAt: unixTime()).signed()
        if key.signsTokens {
            return AccessToken(assertion.text, lifetime: .seconds(ServiceAccountAssertion.lifetime))
        }
        let answer = TokenAnswer(
            subject: "the service account \(key.clientEmail)", server: key.endpoint.address.authority,
            secrets: [assertion], advice: ServiceAccountTokenSource.advice)
        return try await exchange.post(
            [
                ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
                ("assertion", assertion.text),
            ], reading: answer)
    }

    @Sendable private static func advice(_ code: String?) -> String {
        switch code {
        case "invalid_grant":
            "Check that the key and its account still exist and are enabled, and that this machine's clock is right."
        case "invalid_scope", "access_denied", "unauthorized_client":
            "Check what the service account is allowed to do."
        default: "Check the service account's key file."
        }
    }
}
