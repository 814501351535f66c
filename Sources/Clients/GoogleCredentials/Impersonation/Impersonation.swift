import ClientCore

/// Which service account to act as, and how.
struct Impersonation: Hashable, Sendable {
    /// Where its tokens are made.
    let endpoint: TokenEndpoint
    /// The account, such as `receipts@my-project.iam.gserviceaccount.com`.
    let account: String
    /// The accounts in between: each may act as the next, and the last as ``account``.
    var delegates: [String] = []
    /// How long a token is valid, in seconds.
    var lifetime = usualLifetime

    static let usualLifetime = 3600
    /// The lifetimes that Google allows; more than an hour only where an organisation permits it.
    static let lifetimes = 600...43_200

    /// Reads `service_account_impersonation_url`.
    ///
    /// - Returns: nil if the document has none.
    init?(_ document: CredentialDocument) throws(GoogleCredentialsError) {
        let member = "service_account_impersonation_url"
        guard let endpoint = try document.optionalEndpoint(member) else { return nil }
        let suffix = ":generateAccessToken"
        let account = endpoint.path.hasSuffix(suffix) ? endpoint.path.dropLast(suffix.count) : ""
        guard let slash = account.lastIndex(of: "/"), account.index(after: slash) < account.endIndex else {
            throw document.malformed(member, "does not end in /ACCOUNT\(suffix)")
        }
        self.endpoint = endpoint
        self.account = String(account[account.index(after: slash)...])
    }
}
