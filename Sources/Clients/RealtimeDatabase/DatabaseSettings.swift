import ClientCore

/// The database, the identity and the retry policy of a client.
public struct DatabaseSettings: Sendable {
    /// The project's id, such as `demo-receipts`.
    public var projectID: String
    /// The database's name, the first part of its URL. The default database of a project has a name such as
    /// `demo-receipts-default-rtdb`.
    public var name: String
    /// Where the database is served.
    public var endpoint: DatabaseEndpoint
    /// The client's identity. ID tokens and OAuth access tokens are distinguished by their form.
    public var credentials: Credentials
    /// When and how often to repeat failed calls.
    public var retryPolicy: RetryPolicy
    /// How long the server may take for a read, from 1 ms to 15 minutes; nil for its own limit.
    public var readTimeout: Duration?
    /// A PEM file with certificate authorities to trust beside the system's, such as that of a company's proxy; nil for the one that the
    /// environment names (`CURL_CA_BUNDLE`, then `SSL_CERT_FILE`). It is for the usual transport by libcurl.
    public var certificateAuthorityFile: String?
    /// Hears of every call, for metrics and traces; nil for nobody. The product `ClientTelemetry` has one.
    public var callObserver: (any CallObserver)?

    /// The observer of these settings' client.
    var observation: CallObservation? {
        CallObservation(
            callObserver, ObservedClient(.realtimeDatabase, namespace: name, at: endpoint.address(of: name)))
    }

    /// Creates settings. They are checked when a ``Database`` is created with them.
    ///
    /// - Parameters:
    ///   - projectID: The project's id.
    ///   - name: The database's name; nil for the project's default database, `PROJECT-default-rtdb`.
    ///   - endpoint: Where it is served.
    ///   - credentials: The client's identity.
    ///   - retryPolicy: When and how often to repeat failed calls.
    ///   - readTimeout: How long the server may take for a read.
    public init(
        projectID: String, name: String? = nil, endpoint: DatabaseEndpoint = .production,
        credentials: Credentials = .none, retryPolicy: RetryPolicy = .default, readTimeout: Duration? = nil
    ) {
        self.projectID = projectID
        self.name = name ?? projectID + DatabaseSettings.defaultSuffix
        self.endpoint = endpoint
        self.credentials = credentials
        self.retryPolicy = retryPolicy
        self.readTimeout = readTimeout
    }

    /// Creates settings from the URL of a database, as the Firebase console shows it.
    ///
    /// - Parameters:
    ///   - url: `https://NAME.firebaseio.com`, `https://NAME.REGION.firebasedatabase.app`, or, for an emulator,
    ///     `http://HOST:PORT?ns=NAME`.
    ///   - projectID: The project's id; nil for the name without `-default-rtdb`.
    ///   - credentials: The client's identity.
    ///   - retryPolicy: When and how often to repeat failed calls.
    /// - Throws: ``DatabaseError`` with `.invalidArgument` for another URL.
    public init(
        url: String, projectID: String? = nil, credentials: Credentials = .none,
        retryPolicy: RetryPolicy = .default
    ) throws(DatabaseError) {
        let (name, endpoint) = try DatabaseURL.read(url)
        let suffix = DatabaseSettings.defaultSuffix
        let project = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
        self.init(
            projectID: projectID ?? project, name: name, endpoint: endpoint, credentials: credentials,
            retryPolicy: retryPolicy)
    }

    private static let defaultSuffix = "-default-rtdb"

    /// Where requests go.
    var address: HostAddress { endpoint.address(of: name) }

    /// Checks for settings that cannot work or would reveal a secret.
    func check() throws(DatabaseError) {
        let isPlain = projectID.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
        if projectID.isEmpty || !isPlain {
            throw .invalidArgument(
                "\(projectID.quotedForMessage) is not a project id; it looks like my-project-123.")
        }
        if name.isEmpty || name.utf8.count > 100 || !name.utf8.allSatisfy(DatabaseEndpoint.isPartOfName) {
            throw .invalidArgument(
                "\(name.quotedForMessage) is not the name of a database; it looks like my-project-123-default-rtdb."
            )
        }
        if let problem = endpoint.problem {
            throw .invalidArgument("The address of the Realtime Database is unusable: \(problem).")
        }
        if let readTimeout, !(.milliseconds(1)...(.seconds(900))).contains(readTimeout) {
            throw .invalidArgument("The time for a read is from 1 ms to 15 minutes.")
        }
        do throws(CredentialsProblem) {
            try credentials.check(for: address, isProduction: !endpoint.isEmulator)
        } catch {
            throw DatabaseError(error)
        }
    }
}
