import ClientCore

/// An identity of another cloud, or of a company's own identity provider, that Google knows: workload or workforce identity
/// federation.
///
/// Source: https://google.aip.dev/auth/4117
struct ExternalAccount: Sendable {
    static let type = "external_account"

    /// Where the subject token comes from.
    enum Source: Sendable {
        case file(String, SubjectTokenFormat)
        case url(ServiceURL, fields: [(name: String, value: Secret)], SubjectTokenFormat)
        case executable(words: [String], timeLimit: Duration, outputFile: String?)
        case aws(AWSSubject.Servers)
        case certificate(CertificateSource)
    }

    /// The identity provider's resource name:
    /// `//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/POOL/providers/PROVIDER`.
    let audience: String
    let subjectTokenType: String
    /// Where the subject token is exchanged.
    let endpoint: TokenEndpoint
    let source: Source
    let impersonation: Impersonation?
    /// The program's own name and password, if any.
    let client: ClientPassword?
    let quotaProjectID: String?
    /// The project that a person's requests are counted against.
    let userProject: String?
    let universeDomain: String

    /// - Parameter environment: Says where the usual certificate configuration is.
    init(
        _ document: CredentialDocument, _ environment: EnvironmentVariables
    ) throws(GoogleCredentialsError) {
        universeDomain = document.universeDomain
        audience = try document.name("audience", limit: 1024)
        subjectTokenType = try document.name("subject_token_type", limit: 255)
        client = try document.optionalName("client_id", limit: 512).map { id throws(GoogleCredentialsError) in
            ClientPassword(
                id: id, secret: Secret(try document.optionalText("client_secret", limit: 512) ?? ""))
        }
        quotaProjectID = try document.optionalName("quota_project_id", limit: 255)
        userProject = try document.optionalName("workforce_pool_user_project", limit: 255)
        if userProject != nil, !ExternalAccount.isWorkforce(audience) {
            throw document.malformed(
                "workforce_pool_user_project",
                "is only for a workforce pool, which \"audience\" does not name")
        }
        var impersonation = try Impersonation(document)
        if let options = try document.object("service_account_impersonation"),
            let lifetime = try options.integer("token_lifetime_seconds", in: Impersonation.lifetimes)
        {
            impersonation?.lifetime = lifetime
        }
        self.impersonation = impersonation
        guard let source = try document.object("credential_source") else {
            throw document.malformed("it has no \"credential_source\"")
        }
        self.source = try ExternalAccount.readSource(source, environment)
        // Google's usual server asks for no certificate.
        let host = if case .certificate = self.source { "sts.mtls" } else { "sts" }
        guard
            let endpoint = try document.optionalEndpoint("token_url")
                ?? (try? TokenEndpoint("https://\(host).\(document.universeDomain)/v1/token"))
        else { throw document.malformed("it has no \"token_url\"") }
        self.endpoint = endpoint
    }

    /// Whether an audience is a pool of people rather than of programs.
    private static func isWorkforce(_ audience: String) -> Bool {
        audience.contains(#/^//iam\.googleapis\.com/locations/[^/]+/workforcePools/#)
    }

    /// The identity provider's short name, for people.
    var provider: String {
        audience.split(separator: "/").last.map { String($0).oneLine(limit: 100) } ?? "without a name"
    }

    // MARK: credential_source

    private static func readSource(
        _ source: CredentialDocument, _ environment: EnvironmentVariables
    ) throws(GoogleCredentialsError) -> Source {
        if source.has("environment_id") { return try aws(source) }
        let kinds = ["file", "url", "executable", "certificate"].filter(source.has)
        guard kinds.count < 2 else {
            throw source.malformed(
                "its \"credential_source\" has more than one of \(kinds.map { "\"\($0)\"" }.joined(separator: " and "))"
            )
        }
        switch kinds.first {
        case "file":
            return .file(try source.text("file", limit: 4096), try SubjectTokenFormat(source))
        case "url":
            guard let url = try source.optionalURL("url") else {
                throw source.malformed("url", "is empty")
            }
            return .url(
                url, fields: try headerFields(source), try SubjectTokenFormat(source))
        case "executable": return try executable(source)
        case "certificate":
            guard let certificate = try source.object("certificate") else {
                throw source.malformed("certificate", "is missing")
            }
            return .certificate(try CertificateSource(certificate, environment))
        case _:
            throw source.malformed(
                "its \"credential_source\" has no \"file\", \"url\", \"executable\" or \"certificate\"")
        }
    }

    private static func headerFields(
        _ source: CredentialDocument
    ) throws(GoogleCredentialsError) -> [(name: String, value: Secret)] {
        let fields = try source.texts("headers", limit: 16_384)
        for field in fields {
            let isName = !field.name.isEmpty && field.name.utf8.allSatisfy(isOfFieldName)
            guard isName, field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw source.malformed("headers", "contains something that is not a header field")
            }
        }
        return fields.map { ($0.name, Secret($0.value)) }
    }

    private static func isOfFieldName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case _: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func executable(_ source: CredentialDocument) throws(GoogleCredentialsError) -> Source {
        guard let executable = try source.object("executable") else {
            throw source.malformed("executable", "is missing")
        }
        let command = try executable.text("command", limit: 4096)
        guard let words = CommandWords(command)?.words, !words.isEmpty else {
            throw executable.malformed("command", "has a quotation that does not end")
        }
        let milliseconds = try executable.integer("timeout_millis", in: 5000...120_000) ?? 30_000
        return .executable(
            words: words, timeLimit: .milliseconds(milliseconds),
            outputFile: try executable.optionalText("output_file", limit: 4096))
    }

    private static func aws(_ source: CredentialDocument) throws(GoogleCredentialsError) -> Source {
        guard try source.text("environment_id", limit: 32) == "aws1" else {
            throw source.malformed("environment_id", "is not aws1, the only version that is supported")
        }
        let member = "regional_cred_verification_url"
        let url = try source.text(member, limit: 1024)
        let example = try? ServiceURL(url.replacing("{region}", with: "us-east-1"))
        guard example?.address.isSecure == true else {
            throw source.malformed(member, "is not a URL that begins with https://")
        }
        return .aws(
            AWSSubject.Servers(
                verificationURL: url, region: try source.optionalURL("region_url"),
                keys: try source.optionalURL("url"),
                session: try source.optionalURL("imdsv2_session_token_url")))
    }
}
