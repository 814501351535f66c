import ClientCore
import DefaultHTTP
import HTTPTransport
import Logging

/// Creates credentials from what was found, all with the same transport and clock.
struct CredentialFactory: Sendable {
    let transport: any HTTPTransport
    let logger: Logger
    let clock: any Clock<Duration>

    init(transport: (any HTTPTransport)?, logger: Logger, clock: any Clock<Duration>) {
        self.transport = transport ?? DefaultHTTPClient.make(CredentialFactory.configuration)
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
        switch document.type {
        case ServiceAccountKey.type:
            let key = try ServiceAccountKey(document)
            return make(
                ServiceAccountTokenSource(key, transport: transport),
                description: "the service account \(key.clientEmail), by \(document.name)",
                projectID: key.projectID)
        case AuthorizedUser.type:
            let user = try AuthorizedUser(document)
            return make(
                AuthorizedUserTokenSource(user, transport: transport),
                description: "the user of gcloud, by \(document.name)", quotaProjectID: user.quotaProjectID)
        default:
            throw document.unexpectedType(
                instead: "a service account's key (service_account) or gcloud's own file (authorized_user)")
        }
    }

    func credentials(from server: MetadataServer, projectID: String?) -> GoogleCredentials {
        make(
            MetadataServerTokenSource(server),
            description:
                "the service account of this machine, by the metadata server \(server.address.authority)",
            projectID: projectID)
    }

    private func make(
        _ source: any AccessTokenSource, description: String, projectID: String? = nil,
        quotaProjectID: String? = nil
    ) -> GoogleCredentials {
        GoogleCredentials(
            CachedTokens(source, logger: logger, clock: clock), description: description,
            projectID: projectID, quotaProjectID: quotaProjectID)
    }
}
