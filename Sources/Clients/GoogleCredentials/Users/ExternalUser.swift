import ClientCore

/// A person of a company's own identity provider, as `gcloud auth application-default login --login-config` writes it.
///
/// Source: https://google.aip.dev/auth/4110
struct ExternalUser: Sendable {
    static let type = "external_account_authorized_user"

    /// The identity provider's resource name, if the file says it.
    let audience: String?
    let endpoint: TokenEndpoint
    let client: ClientPassword
    let refreshToken: Secret
    let quotaProjectID: String?
    let universeDomain: String

    init(_ document: CredentialDocument) throws(GoogleCredentialsError) {
        universeDomain = document.universeDomain
        audience = try document.optionalName("audience", limit: 1024)
        guard let endpoint = try document.optionalEndpoint("token_url") else {
            throw document.malformed("it has no \"token_url\"")
        }
        self.endpoint = endpoint
        client = ClientPassword(
            id: try document.name("client_id", limit: 512),
            secret: Secret(try document.name("client_secret", limit: 512)))
        refreshToken = Secret(try document.name("refresh_token", limit: 16_384))
        quotaProjectID = try document.optionalName("quota_project_id", limit: 255)
    }
}
