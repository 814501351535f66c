/// The file of somebody who acts as a service account, as `gcloud auth application-default login
/// --impersonate-service-account` writes it.
///
/// Source: https://google.aip.dev/auth/4110
struct ImpersonatedAccount {
    static let type = "impersonated_service_account"

    let impersonation: Impersonation
    /// Who acts as the account.
    let source: CredentialDocument
    let quotaProjectID: String?

    init(_ document: CredentialDocument) throws(GoogleCredentialsError) {
        guard var impersonation = try Impersonation(document) else {
            throw document.malformed("it has no \"service_account_impersonation_url\"")
        }
        impersonation.delegates = try document.names("delegates", limit: 320)
        self.impersonation = impersonation
        source = try document.credentials("source_credentials")
        guard source.type != ImpersonatedAccount.type else {
            throw document.malformed(
                "source_credentials", "is of the same type; name the accounts in between in \"delegates\"")
        }
        quotaProjectID = try document.optionalName("quota_project_id", limit: 255)
    }
}
