public import HTTPTransport
public import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension GoogleCredentials {
    /// Looks for credentials as Google's own libraries do.
    ///
    /// In this order: the file that `GOOGLE_APPLICATION_CREDENTIALS` names; the file that `gcloud auth
    /// application-default login` writes, in `~/.config/gcloud` or where `CLOUDSDK_CONFIG` says; the metadata server of
    /// Google's cloud, at `GCE_METADATA_HOST` or its usual name. A file that is there and cannot be used is an error: the
    /// search does not go on to somebody else's credentials.
    /// Sources: https://cloud.google.com/docs/authentication/application-default-credentials and
    /// https://google.aip.dev/auth/4110
    ///
    /// - Parameters:
    ///   - environment: The variables to look at; nil for those of this process.
    ///   - homeDirectory: The directory of the user; nil for `HOME` in the environment.
    ///   - metadataServer: Whether the metadata server is asked.
    ///   - transport: Carries the requests; nil for libcurl, over TLS that is verified and with short time-outs.
    ///   - logger: Told of failures while an old token is still valid; never of tokens.
    ///   - clock: Measures the life of tokens, and makes the waits.
    /// - Throws: ``GoogleCredentialsError``: `notFound` with the places where nothing was, or what is wrong with what was
    ///   found.
    public static func applicationDefault(
        environment: [String: String]? = nil, homeDirectory: String? = nil,
        metadataServer: MetadataServerUse = .ifFound, transport: (any HTTPTransport)? = nil,
        logger: Logger = Logger(label: "google-credentials") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(GoogleCredentialsError) -> GoogleCredentials {
        let search = CredentialSearch(
            environment: environment ?? ProcessInfo.processInfo.environment, homeDirectory: homeDirectory,
            metadataServer: metadataServer,
            factory: CredentialFactory(transport: transport, logger: logger, clock: clock), clock: clock)
        return try await search.run()
    }
}
