public import ClientCore
public import Dispatch
import Synchronization

/// Which database a client talks to, as whom, and how persistently.
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
        var dispatchQueue = DispatchQueue.main
    }

    private let values: Mutex<Values>

    private init(_ values: Values) {
        self.values = Mutex(values)
    }

    /// Creates settings. They are checked when a ``Firestore`` is made with them.
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

    /// Creates settings for ``Firestore/settings``: Google's servers, and what the client already has for the rest.
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

    /// Whom to act as.
    public var credentials: Credentials {
        get { values.withLock(\.credentials) ?? .none }
        set { values.withLock { $0.credentials = newValue } }
    }

    /// When and how often to repeat what failed.
    public var retryPolicy: RetryPolicy {
        get { values.withLock(\.retryPolicy) ?? .default }
        set { values.withLock { $0.retryPolicy = newValue } }
    }

    /// The project that requests are counted against and billed to, where that is not the one of the credentials; sent as
    /// `X-Goog-User-Project`.
    public var quotaProjectID: String? {
        get { values.withLock(\.quotaProjectID) }
        set { values.withLock { $0.quotaProjectID = newValue } }
    }

    /// The queue on which completion handlers are called; the main queue by default.
    public var dispatchQueue: DispatchQueue {
        get { values.withLock(\.dispatchQueue) }
        set { values.withLock { $0.dispatchQueue = newValue } }
    }

    /// The same settings, which nobody else can change.
    func copy() -> FirestoreSettings { FirestoreSettings(values.withLock { $0 }) }

    /// The same settings, where what was never set is as in others.
    func completed(from others: FirestoreSettings) -> FirestoreSettings {
        let other = others.values.withLock { $0 }
        var own = values.withLock { $0 }
        if own.projectID.isEmpty { own.projectID = other.projectID }
        own.databaseID = own.databaseID ?? other.databaseID
        own.credentials = own.credentials ?? other.credentials
        own.retryPolicy = own.retryPolicy ?? other.retryPolicy
        own.quotaProjectID = own.quotaProjectID ?? other.quotaProjectID
        return FirestoreSettings(own)
    }

    /// Checks what could not work, or would give a secret away.
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
