public import ClientCore
public import HTTPTransport
public import Logging

/// Google credentials for databases in production, found where Google's own libraries look for them.
///
///     let google = try await GoogleCredentials.applicationDefault()
///     let settings = FirestoreSettings(
///         projectID: google.projectID ?? "my-project", endpoint: .production, credentials: google.credentials)
///
/// Create one and share it between clients: it caches the access token. Printing it shows no secrets.
public struct GoogleCredentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The source of access tokens, which caches one and renews it in time.
    public let tokens: CachedTokens
    /// The project that the credentials belong to, if known: a service account's, or the one that this runs in.
    public let projectID: String?
    /// The project that requests are counted against, if the file names one. Give it to the client's settings.
    public let quotaProjectID: String?
    /// The cloud that the credentials are for: `googleapis.com`, except in clouds of Google's partners.
    ///
    /// There, the servers have other names too: give it to `FirestoreEndpoint.production(universeDomain:)`.
    public let universeDomain: String
    /// The identity and where it was found, for people.
    public let description: String

    /// Creates credentials from a source of tokens.
    ///
    /// - Parameters:
    ///   - tokens: The source of access tokens.
    ///   - description: The identity, for people.
    ///   - projectID: The project that they belong to.
    ///   - quotaProjectID: The project that requests are counted against.
    ///   - universeDomain: The cloud that they are for.
    public init(
        _ tokens: CachedTokens, description: String, projectID: String? = nil, quotaProjectID: String? = nil,
        universeDomain: String = "googleapis.com"
    ) {
        self.tokens = tokens
        self.description = description
        self.projectID = projectID
        self.quotaProjectID = quotaProjectID
        self.universeDomain = universeDomain
    }

    /// The credentials in the form that clients take.
    ///
    /// A call without a token fails with `.unauthenticated`; its `underlying` error is a ``GoogleCredentialsError``.
    public var credentials: Credentials {
        let tokens = tokens
        return .tokenProvider { try await tokens.token().value }
    }

    /// Reads a file of credentials: a service account's key, workload identity federation, or what `gcloud auth
    /// application-default login` has written.
    ///
    /// Files of federation say which servers to ask and which program to run. Use one from elsewhere only after reading it.
    ///
    /// - Parameters:
    ///   - path: The file, of at most 64 KiB. Only its owner may change it; only its owner may read it if it holds a secret.
    ///   - environment: The environment variables that federation uses; nil for those of this process.
    ///   - transport: Sends the requests for tokens; nil for the default client, with verified TLS and short timeouts.
    ///   - certificateAuthorityFile: A PEM file with certificate authorities to trust beside the system's, for the default client; nil for
    ///     the one that `CURL_CA_BUNDLE` or `SSL_CERT_FILE` names, if any.
    ///   - logger: Receives failures while an old token is still valid; never tokens.
    ///   - clock: Measures the life of tokens, and makes the waits between attempts.
    /// - Throws: ``GoogleCredentialsError`` that names the file, what is wrong with it, and what to do.
    public static func file(
        _ path: String, environment: [String: String]? = nil, transport: (any HTTPTransport)? = nil,
        certificateAuthorityFile: String? = nil,
        logger: Logger = Logger(label: "google-credentials") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(GoogleCredentialsError) -> GoogleCredentials {
        let factory = CredentialFactory(
            transport: transport, authorityFile: certificateAuthorityFile, environment: environment,
            logger: logger, clock: clock)
        return try factory.credentials(from: try CredentialFile(path).document())
    }

    /// The identity, without secrets.
    public var debugDescription: String { description }

    /// Does not show the tokens.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description, "projectID": projectID as Any])
    }
}
