import ClientCore
import HTTPTransport
import JSONText

/// Exchanges another identity provider's token for one of Google's.
///
/// Sources: https://google.aip.dev/auth/4117 and https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token
struct ExternalAccountTokenSource: AccessTokenSource {
    private let account: ExternalAccount
    private let scopes: [String]
    private let subjects: any SubjectTokenSource
    private let exchange: TokenExchange

    /// - Parameter scopes: What the token allows.
    init(
        _ account: ExternalAccount, scopes: [String], subjects: any SubjectTokenSource,
        transport: any HTTPTransport
    ) {
        self.account = account
        self.scopes = scopes
        self.subjects = subjects
        exchange = TokenExchange(endpoint: account.endpoint, transport: transport, client: account.client)
    }

    func fetch() async throws(GoogleCredentialsError) -> AccessToken {
        let token = try await subjects.fetch()
        var fields = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"),
            ("audience", account.audience),
            ("scope", scopes.joined(separator: " ")),
            ("requested_token_type", "urn:ietf:params:oauth:token-type:access_token"),
            ("subject_token", token.text),
            ("subject_token_type", account.subjectTokenType),
        ]
        if let options { fields.append(("options", options)) }
        let answer = TokenAnswer(
            subject: account.subject, server: account.endpoint.address.authority,
            secrets: [token] + (account.client.map { [$0.secret] } ?? []),
            advice: ExternalAccountTokenSource.advice)
        return try await exchange.post(fields, reading: answer)
    }

    /// JSON within the form, encoded once more. A program's own password tells the project already.
    private var options: String? {
        guard let project = account.userProject, account.client == nil else { return nil }
        let json = JSON.object([JSON.Member("userProject", .string(project))])
        return URLQuoting.quoted(json.compactText, except: "-_.~/")
    }

    @Sendable private static func advice(_ code: String?) -> String {
        switch code {
        case "invalid_grant":
            "Check that the subject token is current, and what the identity provider's settings say about its issuer and "
                + "audience."
        case "invalid_target", "invalid_request":
            "Check the \"audience\" and the \"subject_token_type\" of the credentials file."
        case "unauthorized_client", "access_denied":
            "Check the identity provider's attribute condition."
        case _: "Check the credentials file and the identity provider's settings."
        }
    }
}

extension ExternalAccount {
    /// Who asks for a token, for use within a sentence.
    var subject: String { "the identity of the provider \(provider)" }
}
