public import ClientCore

/// Which database a client talks to, as whom, and how persistently.
public struct FirestoreSettings: Sendable {
    /// The project's id, such as `demo-receipts`.
    public var projectID: String
    /// The database's id, `(default)` for most.
    public var databaseID: String
    /// Where the server listens.
    public var endpoint: FirestoreEndpoint
    /// Whom to act as.
    public var credentials: Credentials
    /// When and how often to repeat what failed.
    public var retryPolicy: RetryPolicy
    /// The project that requests are counted against and billed to, where that is not the one of the credentials; sent as
    /// `X-Goog-User-Project`.
    public var quotaProjectID: String?

    /// Creates settings. They are checked when a ``Firestore`` is made with them.
    public init(
        projectID: String, databaseID: String = "(default)", endpoint: FirestoreEndpoint = .production,
        credentials: Credentials = .none, retryPolicy: RetryPolicy = .default,
        quotaProjectID: String? = nil
    ) {
        self.projectID = projectID
        self.databaseID = databaseID
        self.endpoint = endpoint
        self.credentials = credentials
        self.retryPolicy = retryPolicy
        self.quotaProjectID = quotaProjectID
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
