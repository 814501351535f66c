import ClientCore
import DefaultHTTP
import HTTPTransport
import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Creates credentials from what was found, all with the same transport and clock.
struct CredentialFactory: Sendable {
    let transport: any HTTPTransport
    /// The transport that takes the place of the default one.
    private let given: (any HTTPTransport)?
    private let configuration: HTTPClientConfiguration
    let environment: EnvironmentVariables
    let logger: Logger
    let clock: any Clock<Duration>

    /// - Parameters:
    ///   - transport: Sends the requests; nil for the default client.
    ///   - authorityFile: A file with certificate authorities that the default client trusts beside the system's.
    ///   - environment: The environment variables that files refer to; nil for those of this process.
    init(
        transport: (any HTTPTransport)?, authorityFile: String?, environment: [String: String]?,
        logger: Logger,
        clock: any Clock<Duration>
    ) {
        var configuration = CredentialFactory.configuration
        if let authorityFile { configuration.additionalAuthorityFile = authorityFile }
        self.configuration = configuration
        given = transport
        self.transport = transport ?? DefaultHTTPClient.make(configuration)
        self.environment = EnvironmentVariables(environment ?? ProcessInfo.processInfo.environment)
        self.logger = logger
        self.clock = clock
    }

    /// A token is a small, quick answer that everything else waits for.
    private static var configuration: HTTPClientConfiguration {
        var configuration = HTTPClientConfiguration()
        configuration.connectTimeout = .seconds(5)
        configuration.requestTimeout = .seconds(10)
        configuration.idleTimeout = .seconds(10)
        configuration.maximumResponseBytes = 256 * 1024
        configuration.maximumConcurrentRequestsPerHost = 2
        return configuration
    }

    func credentials(from document: CredentialDocument) throws(GoogleCredentialsError) -> GoogleCredentials {
        let found = try identity(document)
        return GoogleCredentials(
            CachedTokens(found.source(OAuthScope.all), logger: logger, clock: clock),
            description: "\(found.name), by \(document.name)", projectID: found.projectID,
            quotaProjectID: found.quotaProjectID, universeDomain: document.universeDomain)
    }

    func credentials(from server: MetadataServer, projectID: String?) -> GoogleCredentials {
        GoogleCredentials(
            CachedTokens(MetadataServerTokenSource(server), logger: logger, clock: clock),
            description:
                "the service account of this machine, by the metadata server \(server.address.authority)",
            projectID: projectID)
    }

    // MARK: Kinds of files

    /// What a file says.
    private struct Identity {
        /// Who it is, for people.
        let name: String
        var projectID: String?
        var quotaProjectID: String?
        /// Makes a source of tokens with given scopes. The tokens of a user have the scopes of the sign-in.
        let source: @Sendable (_ scopes: [String]) -> any AccessTokenSource
    }

    private func identity(_ document: CredentialDocument) throws(GoogleCredentialsError) -> Identity {
        let transport = transport
        switch document.type {
        case ServiceAccountKey.type:
            let key = try ServiceAccountKey(document)
            let quotaProjectID = try document.optionalName("quota_project_id", limit: 255)
            return Identity(
                name: "the service account \(key.clientEmail)", projectID: key.projectID,
                quotaProjectID: quotaProjectID
            ) {
                ServiceAccountTokenSource(key, scopes: $0, transport: transport, unixTime: { UnixTime.now })
            }
        case AuthorizedUser.type:
            let user = try AuthorizedUser(document)
            return Identity(name: "the user of gcloud", quotaProjectID: user.quotaProjectID) { _ in
                AuthorizedUserTokenSource(user, transport: transport)
            }
        case ExternalUser.type:
            let user = try ExternalUser(document)
            return Identity(name: "the user of gcloud", quotaProjectID: user.quotaProjectID) { _ in
                ExternalUserTokenSource(user, transport: transport)
            }
        case ExternalAccount.type: return identity(try ExternalAccount(document, environment))
        case ImpersonatedAccount.type:
            let file = try ImpersonatedAccount(document)
            let source = try identity(file.source)
            return impersonated(
                file.impersonation, by: source, quotaProjectID: file.quotaProjectID ?? source.quotaProjectID)
        default:
            throw document.unexpectedType(
                instead: "one of service_account, external_account, impersonated_service_account, "
                    + "authorized_user and external_account_authorized_user")
        }
    }

    private func identity(_ account: ExternalAccount) -> Identity {
        let (transport, subjects) = (transport(for: account), subjects(of: account))
        let own = Identity(name: account.subject, quotaProjectID: account.quotaProjectID) {
            ExternalAccountTokenSource(account, scopes: $0, subjects: subjects, transport: transport)
        }
        guard let impersonation = account.impersonation else { return own }
        return impersonated(
            impersonation, by: own, quotaProjectID: account.quotaProjectID, over: transport)
    }

    /// An account that somebody else acts as.
    private func impersonated(
        _ impersonation: Impersonation, by source: Identity, quotaProjectID: String?,
        over given: (any HTTPTransport)? = nil
    ) -> Identity {
        let transport = given ?? transport
        return Identity(
            name: "the service account \(impersonation.account) for \(source.name)",
            quotaProjectID: quotaProjectID
        ) { _ in
            ImpersonatedTokenSource(
                impersonation: impersonation, source: source.source(OAuthScope.impersonation),
                quotaProjectID: source.quotaProjectID, transport: transport, unixTime: { UnixTime.now })
        }
    }

    /// What sends the requests of an account, with its certificate if it has one.
    private func transport(for account: ExternalAccount) -> any HTTPTransport {
        guard given == nil, case .certificate(let source) = account.source else { return transport }
        var configuration = configuration
        configuration.clientCertificate = source.certificate
        return DefaultHTTPClient.make(configuration)
    }

    private func subjects(of account: ExternalAccount) -> any SubjectTokenSource {
        let request = SubjectRequest(subject: account.subject, transport: transport)
        switch account.source {
        case .file(let path, let format):
            return FileSubject(path: path, format: format, subject: account.subject)
        case .url(let url, let fields, let format):
            return URLSubject(url: url, fields: fields, format: format, request: request)
        case .certificate(let source):
            return CertificateSubject(
                certificate: source.certificate, trustChain: source.trustChain, subject: account.subject)
        case .aws(let servers):
            return AWSSubject(
                servers: servers, audience: account.audience, environment: environment, request: request,
                unixTime: { UnixTime.now })
        case .executable(let words, let timeLimit, let outputFile):
            return ExecutableSubject(
                words: words, timeLimit: timeLimit, outputFile: outputFile,
                variables: account.variables(outputFile: outputFile), environment: environment,
                subject: account.subject, run: SystemProgramRun(), clock: clock,
                unixTime: { UnixTime.now })
        }
    }
}

extension ExternalAccount {
    /// The environment variables of a program that gets subject tokens.
    ///
    /// Source: https://google.aip.dev/auth/4117#environment-variables
    fileprivate func variables(outputFile: String?) -> [String: String] {
        var variables = [
            "GOOGLE_EXTERNAL_ACCOUNT_AUDIENCE": audience,
            "GOOGLE_EXTERNAL_ACCOUNT_TOKEN_TYPE": subjectTokenType,
            "GOOGLE_EXTERNAL_ACCOUNT_INTERACTIVE": "0", "GOOGLE_EXTERNAL_ACCOUNT_REVOKE": "0",
        ]
        variables["GOOGLE_EXTERNAL_ACCOUNT_IMPERSONATED_EMAIL"] = impersonation?.account
        variables["GOOGLE_EXTERNAL_ACCOUNT_OUTPUT_FILE"] = outputFile
        return variables
    }
}
