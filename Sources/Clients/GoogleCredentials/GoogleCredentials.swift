public import ClientCore
public import HTTPTransport
public import Logging

/// Credentials for Firestore in production, found where Google's own libraries look for them.
///
///     let google = try await GoogleCredentials.applicationDefault()
///     let settings = FirestoreSettings(
///         projectID: google.projectID ?? "my-project", endpoint: .production, credentials: google.credentials)
///
/// Keep one and use it for every client: it keeps the access token. Printing it shows no secret.
public struct GoogleCredentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Where the access tokens come from; one is kept and renewed in time.
    public let tokens: CachedTokens
    /// The project that the credentials belong to, where they say so: a service account's, or that in which this runs.
    public let projectID: String?
    /// The project that a user's requests are counted against; see ``AuthorizedUser/quotaProjectID``.
    public let quotaProjectID: String?
    /// Whose credentials they are and where they were found, for people.
    public let description: String

    /// Creates credentials from a source of tokens.
    ///
    /// - Parameters:
    ///   - tokens: Where the access tokens come from.
    ///   - description: Whose they are, for people.
    ///   - projectID: The project that they belong to.
    ///   - quotaProjectID: The project that requests are counted against.
    public init(
        _ tokens: CachedTokens, description: String, projectID: String? = nil, quotaProjectID: String? = nil
    ) {
        self.tokens = tokens
        self.description = description
        self.projectID = projectID
        self.quotaProjectID = quotaProjectID
    }

    /// The credentials as a ``FirestoreClient/Firestore`` takes them.
    ///
    /// A call without a token fails with `.unauthenticated`; its `underlying` error is a ``GoogleCredentialsError``.
    public var credentials: Credentials {
        let tokens = tokens
        return .tokenProvider { try await tokens.token().value }
    }

    /// Reads a file of credentials: a service account's key, or what `gcloud auth application-default login` has written.
    ///
    /// - Parameters:
    ///   - path: The file. Nobody but its owner may be let to read or change it, and it has 64 KiB at most.
    ///   - transport: Carries the requests for tokens; nil for libcurl, over TLS that is verified and with short time-outs.
    ///   - logger: Told of failures while an old token is still valid; never of tokens.
    ///   - clock: Measures the life of tokens, and makes the waits between attempts.
    /// - Throws: ``GoogleCredentialsError`` that names the file, what is wrong with it, and what to do.
    public static func file(
        _ path: String, transport: (any HTTPTransport)? = nil,
        logger: Logger = Logger(label: "google-credentials") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(GoogleCredentialsError) -> GoogleCredentials {
        let file = CredentialFile(path)
        let document = try CredentialDocument(try file.read(), name: file.name)
        return try CredentialFactory(transport: transport, logger: logger, clock: clock)
            .credentials(from: document)
    }

    /// Whose credentials they are, without any secret.
    public var debugDescription: String { description }

    /// Shows whose credentials they are and nothing of the tokens.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description, "projectID": projectID as Any])
    }
}
