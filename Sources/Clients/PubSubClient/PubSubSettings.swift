public import ClientCore

/// The server of a ``PubSub``, its identity and its retry policy.
public struct PubSubSettings: Sendable {
    /// Where the server listens.
    public var endpoint: PubSubEndpoint
    /// The identity. Emulators need none.
    public var credentials: Credentials
    /// When and how often to retry failed calls. Pulls are not retried.
    public var retryPolicy: RetryPolicy
    /// The project whose quota requests use, if it is not the project of the credentials.
    public var quotaProjectID: String?
    /// A PEM file with certificate authorities to trust beside the system's, such as that of a company's proxy; nil for the one that the
    /// environment names (`CURL_CA_BUNDLE`, then `SSL_CERT_FILE`). It is for the usual transport by libcurl.
    public var certificateAuthorityFile: String?
    /// Hears of every call, for metrics and traces; nil for nobody. The product `ClientTelemetry` has one.
    public var callObserver: (any CallObserver)?

    /// Creates settings. ``PubSub`` checks them when it is created.
    public init(
        endpoint: PubSubEndpoint = .production, credentials: Credentials = .none,
        retryPolicy: RetryPolicy = .default, quotaProjectID: String? = nil,
        callObserver: (any CallObserver)? = nil
    ) {
        self.callObserver = callObserver
        self.endpoint = endpoint
        self.credentials = credentials
        self.retryPolicy = retryPolicy
        self.quotaProjectID = quotaProjectID
    }

    func check() throws(PubSubError) {
        if let problem = endpoint.address.problem {
            throw .invalidArgument("The address of the Pub/Sub server is unusable: \(problem).")
        }
        if let project = quotaProjectID, let problem = ResourceName.problem(project: project) {
            throw .invalidArgument(problem)
        }
        do throws(CredentialsProblem) {
            try credentials.check(for: endpoint.address, isProduction: !endpoint.isEmulator)
        } catch {
            throw PubSubError(error)
        }
    }
}
