public import ClientCore
public import Dispatch
import Synchronization

/// The database of a client, its identity and its retry policy.
///
/// A class, as in Firebase's SDK. A ``Firestore`` keeps a copy: changing settings later does not change the client.
public final class FirestoreSettings: Sendable {
    private struct Values {
        var projectID = ""
        var databaseID: String?
        var endpoint = FirestoreEndpoint.production
        var credentials: Credentials?
        var retryPolicy: RetryPolicy?
        var quotaProjectID: String?
        var certificateAuthorityFile: String?
        var callObserver: (any CallObserver)?
        var dispatchQueue = DispatchQueue.main
    }

    private let values: Mutex<Values>

    private init(_ values: Values) {
        self.values = Mutex(values)
    }

    /// Creates settings. ``Firestore`` checks them when it is created.
    public convenience init(
        projectID: String, databaseID: String = "(default)", endpoint: FirestoreEndpoint = .production,
        credentials: Credentials = .none, retryPolicy: RetryPolicy = .default,
        quotaProjectID: String? = nil
    ) {
        self.init(
            Values(
                projectID: projectID, databaseID: databaseID, endpoint: endpoint, credentials: credentials,
                retryPolicy: retryPolicy, quotaProjectID: quotaProjectID))
    }

    /// Creates settings for ``Firestore/settings``: Google's servers, and the client's present values for everything else.
    public convenience init() {
        self.init(Values())
    }

    /// The project's id, such as `demo-receipts`.
    public var projectID: String {
        get { values.withLock(\.projectID) }
        set { values.withLock { $0.projectID = newValue } }
    }

    /// The database's id, `(default)` for most.
    public var databaseID: String {
        get { values.withLock(\.databaseID) ?? "(default)" }
        set { values.withLock { $0.databaseID = newValue } }
    }

    /// Where the server listens.
    public var endpoint: FirestoreEndpoint {
        get { values.withLock(\.endpoint) }
        set { values.withLock { $0.endpoint = newValue } }
    }

    /// The identity.
    public var credentials: Credentials {
        get { values.withLock(\.credentials) ?? .none }
        set { values.withLock { $0.credentials = newValue } }
    }

    /// When and how often to retry failed calls.
    public var retryPolicy: RetryPolicy {
        get { values.withLock(\.retryPolicy) ?? .default }
        set { values.withLock { $0.retryPolicy = newValue } }
    }

    /// The project whose quota requests use and that is billed, if it is not the project of the credentials. It is sent as
    /// `X-Goog-User-Project`.
    public var quotaProjectID: String? {
        get { values.withLock(\.quotaProjectID) }
        set { values.withLock { $0.quotaProjectID = newValue } }
    }

    /// The path of a PEM file with certificate authorities to trust beside the system's, such as that of a company's proxy; nil for
    /// the one that the environment names (`CURL_CA_BUNDLE`, then `SSL_CERT_FILE`).
    ///
    /// It is for the usual transport by libcurl, from when that is created. Requests for access tokens have a setting of their own:
    /// `GoogleCredentials.file(_:certificateAuthorityFile:)`. On macOS, libcurl trusts the file instead of the system's list.
    public var certificateAuthorityFile: String? {
        get { values.withLock(\.certificateAuthorityFile) }
        set { values.withLock { $0.certificateAuthorityFile = newValue } }
    }

    /// Hears of every call, for metrics and traces; nil for nobody. The product `ClientTelemetry` has one.
    public var callObserver: (any CallObserver)? {
        get { values.withLock(\.callObserver) }
        set { values.withLock { $0.callObserver = newValue } }
    }

    /// The observer of these settings' client.
    var observation: CallObservation? {
        CallObservation(
            callObserver,
            ObservedClient(
                .firestore, namespace: "projects/\(projectID)/databases/\(databaseID)", at: endpoint.address))
    }

    /// The queue on which completion handlers are called; the main queue by default.
    public var dispatchQueue: DispatchQueue {
        get { values.withLock(\.dispatchQueue) }
        set { values.withLock { $0.dispatchQueue = newValue } }
    }

    /// A copy that nobody else can change.
    func copy() -> FirestoreSettings { FirestoreSettings(values.withLock { $0 }) }

    /// A copy with the values of other settings for those that were never set here.
    func completed(from others: FirestoreSettings) -> FirestoreSettings {
        let other = others.values.withLock { $0 }
        var own = values.withLock { $0 }
        if own.projectID.isEmpty { own.projectID = other.projectID }
        own.databaseID = own.databaseID ?? other.databaseID
        own.credentials = own.credentials ?? other.credentials
        own.retryPolicy = own.retryPolicy ?? other.retryPolicy
        own.quotaProjectID = own.quotaProjectID ?? other.quotaProjectID
        own.certificateAuthorityFile = own.certificateAuthorityFile ?? other.certificateAuthorityFile
        own.callObserver = own.callObserver ?? other.callObserver
        return FirestoreSettings(own)
    }

    /// Checks that the settings can work, and that no secret would be revealed.
    package func check() throws(FirestoreError) {
        let quotaProject = quotaProjectID.map { [("project", $0)] } ?? []
        for (name, id) in [("project", projectID), ("database", databaseID)] + quotaProject {
            let isPlain = id.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F && $0 != "/" }
            if id.isEmpty || !isPlain || id == "." || id == ".." {
                throw .invalidArgument(
                    "\(id.quotedForMessage) is not a \(name) id; "
                        + (name == "project" ? "it looks like my-project-123." : "most are named (default)."))
            }
        }
        if let problem = endpoint.problem {
            throw .invalidArgument("The address of the Firestore server is unusable: \(problem).")
        }
        do throws(CredentialsProblem) {
            try credentials.check(for: endpoint.address, isProduction: endpoint == .production)
        } catch {
            throw FirestoreError(error)
        }
    }
}
