import ClientCore
import HTTPTransport
import HTTPTypes
import JSONText

/// Gets tokens of a service account for somebody who may act as it.
///
/// Source: https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken
struct ImpersonatedTokenSource: AccessTokenSource {
    let impersonation: Impersonation
    /// Who acts as the account. Its tokens allow nothing but that.
    let source: any AccessTokenSource
    /// The project that the request is counted against.
    let quotaProjectID: String?
    let transport: any HTTPTransport
    let unixTime: @Sendable () -> Int64

    func fetch() async throws(GoogleCredentialsError) -> AccessToken {
        let token = try await source.fetch()
        let endpoint = impersonation.endpoint
        var request = HTTPRequest(
            method: .post, scheme: endpoint.address.scheme, authority: endpoint.address.authority,
            path: endpoint.path,
            headerFields: [
                .contentType: "application/json", .accept: "application/json",
                .authorization: "Bearer \(token.value)",
            ])
        if let project = quotaProjectID, let name = HTTPField.Name("X-Goog-User-Project") {
            request.headerFields[name] = project
        }
        let answer = TokenAnswer(
            subject: "the service account \(impersonation.account)", server: endpoint.address.authority,
            secrets: [Secret(token.value)], advice: ImpersonatedTokenSource.advice)
        let response: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            response = try await transport.send(request, body: body)
        } catch {
            throw GoogleCredentialsError(error, subject: answer.subject, secrets: answer.secrets)
        }
        return try answer.impersonatedToken(response, at: unixTime())
    }

    private var body: [UInt8] {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            if !impersonation.delegates.isEmpty {
                writer.member("delegates") { $0.array(impersonation.delegates) { $0.string($1) } }
            }
            writer.member("scope") { $0.array(OAuthScope.all) { $0.string($1) } }
            writer.member("lifetime") { $0.string("\(impersonation.lifetime)s") }
        }
        return writer.bytes
    }

    @Sendable private static func advice(_ code: String?) -> String {
        switch code {
        case "PERMISSION_DENIED":
            "Grant the caller the role Service Account Token Creator (or Workload Identity User) on the account, and "
                + "enable the IAM Service Account Credentials API."
        case "NOT_FOUND": "Check the account in service_account_impersonation_url."
        case "INVALID_ARGUMENT":
            "Check token_lifetime_seconds: more than 3600 needs the organisation's permission."
        case _: "Check the account, and who may act as it."
        }
    }
}
