import ClientCore
public import HTTPTransport

/// Gets tokens for a user who has signed in with gcloud, with the refresh token of that sign-in.
///
/// Sources: https://google.aip.dev/auth/4113 and https://www.rfc-editor.org/rfc/rfc6749#section-6
public struct AuthorizedUserTokenSource: AccessTokenSource {
    private let user: AuthorizedUser
    private let exchange: TokenExchange

    /// Creates a source of tokens with the permissions that the user granted when signing in.
    ///
    /// - Parameters:
    ///   - user: The user's credentials.
    ///   - transport: Sends the requests to `https://oauth2.googleapis.com/token`.
    public init(_ user: AuthorizedUser, transport: any HTTPTransport) {
        self.user = user
        exchange = TokenExchange(endpoint: .google, transport: transport)
    }

    /// Exchanges the refresh token for an access token.
    public func fetch() async throws(GoogleCredentialsError) -> AccessToken {
        let answer = TokenAnswer(
            subject: "the user of gcloud", server: exchange.endpoint.address.authority,
            secrets: [user.refreshToken, user.clientSecret], advice: AuthorizedUserTokenSource.advice)
        return try await exchange.post(
            [
                ("grant_type", "refresh_token"),
                ("client_id", user.clientID),
                ("client_secret", user.clientSecret.text),
                ("refresh_token", user.refreshToken.text),
            ], reading: answer)
    }

    @Sendable private static func advice(_ code: String?) -> String {
        "Run `gcloud auth application-default login` again."
    }
}
