public import HTTPTransport
public import Logging

extension GoogleCredentials {
    /// Looks for credentials as Google's own libraries do.
    ///
    /// The order is: the file that `GOOGLE_APPLICATION_CREDENTIALS` names; the file that `gcloud auth
    /// application-default login` writes, in `~/.config/gcloud` or where `CLOUDSDK_CONFIG` says; the metadata server of
    /// Google's cloud, at `GCE_METADATA_HOST` or its usual name. A file that exists but cannot be used is an error: the
    /// search does not continue with other credentials. `GOOGLE_CLOUD_QUOTA_PROJECT` takes the place of a file's
    /// `quota_project_id`.
    /// Sources: https://cloud.google.com/docs/authentication/application-default-credentials and
    /// https://google.aip.dev/auth/4110
    ///
    /// - Parameters:
    ///   - environment: The environment variables; nil for those of this process.
    ///   - homeDirectory: The user's home directory; nil for `HOME` in the environment.
    ///   - metadataServer: Whether to ask the metadata server.
    ///   - transport: Sends the requests; nil for the default client, with verified TLS and short timeouts.
    ///   - certificateAuthorityFile: A PEM file with certificate authorities to trust beside the system's, for the default client; nil for
    ///     the one that `CURL_CA_BUNDLE` or `SSL_CERT_FILE` names, if any.
    ///   - logger: Receives failures while an old token is still valid; never tokens.
    ///   - clock: Measures the life of tokens, and makes the waits.
    /// - Throws: ``GoogleCredentialsError``: `notFound` with the places that were searched, or what is wrong with the
    ///   credentials that were found.
    public static func applicationDefault(
        environment: [String: String]? = nil, homeDirectory: String? = nil,
        metadataServer: MetadataServerUse = .ifFound, transport: (any HTTPTransport)? = nil,
        certificateAuthorityFile: String? = nil,
        logger: Logger = Logger(label: "google-credentials") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(GoogleCredentialsError) -> GoogleCredentials {
        let factory = CredentialFactory(
            transport: transport, authorityFile: certificateAuthorityFile, environment: environment,
            logger: logger, clock: clock)
        let search = CredentialSearch(
            environment: factory.environment, homeDirectory: homeDirectory, metadataServer: metadataServer,
            factory: factory, clock: clock)
        return try await search.run()
    }
}

/// Whether to ask the metadata server of Google's cloud when there is no file with credentials.
public enum MetadataServerUse: Hashable, Sendable, CaseIterable {
    /// When `GCE_METADATA_HOST` names one, or one answers within a second.
    case ifFound
    /// Always, because this runs in Google's cloud.
    case always
    /// Never: nothing is sent.
    case never
}
