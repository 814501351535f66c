import ClientCore
import HTTPTransport
import JSONText
import Synchronization

/// Gets tokens for a person of a company's own identity provider, with the refresh token of the last sign-in.
///
/// The server may give a new refresh token with each answer, which takes the place of the last one.
/// Sources: https://google.aip.dev/auth/4110 and https://www.rfc-editor.org/rfc/rfc6749#section-6
final class ExternalUserTokenSource: AccessTokenSource {
    private let user: ExternalUser
    private let exchange: TokenExchange
    private let refreshToken: Mutex<Secret>

    init(_ user: ExternalUser, transport: any HTTPTransport) {
        self.user = user
        exchange = TokenExchange(endpoint: user.endpoint, transport: transport, client: user.client)
        refreshToken = Mutex(user.refreshToken)
    }

    func fetch() async throws(GoogleCredentialsError) -> AccessToken {
        let current = refreshToken.withLock { $0 }
        let answer = TokenAnswer(
            subject: "the user of gcloud", server: user.endpoint.address.authority,
            secrets: [current, user.client.secret], advice: ExternalUserTokenSource.advice)
        let response = try await exchange.response(
            to: [("grant_type", "refresh_token"), ("refresh_token", current.text)],
            subject: answer.subject, secrets: answer.secrets)
        let token = try answer.token(response)
        if let next = (try? JSONParser.parse(response.body))?["refresh_token"]?.string, !next.isEmpty {
            refreshToken.withLock { $0 = Secret(next) }
        }
        return token
    }

    @Sendable private static func advice(_ code: String?) -> String {
        "Run `gcloud auth application-default login --login-config=FILE` again."
    }
}
