import FirestoreClient
import GoogleCredentials

/// The credentials for production, from a command's options or the environment.
struct ProductionCredentials {
    let credentials: Credentials
    /// The project that they belong to, if known.
    let project: String?
    /// The project that is billed for requests, if it is another one.
    let quotaProject: String?
    /// The cloud that they are for: Google's own, or a partner's.
    let universeDomain: String

    /// The value of `--credentials` for a search in the places of Google's tools.
    static let search = "application-default"

    /// Creates given credentials.
    init(_ credentials: Credentials) {
        self.credentials = credentials
        project = nil
        quotaProject = nil
        universeDomain = "googleapis.com"
    }

    private init(_ google: GoogleCredentials, quotaProject: String?) {
        credentials = google.credentials
        project = google.projectID
        self.quotaProject = quotaProject ?? google.quotaProjectID
        universeDomain = google.universeDomain
    }

    /// Finds the credentials.
    ///
    /// - Returns: nil if neither options nor environment name any.
    /// - Throws: ``CommandFailure`` if the named ones cannot be used.
    static func find(
        _ options: ConnectionOptions, in context: CommandContext
    ) async throws(CommandFailure) -> ProductionCredentials? {
        let environment = context.environment
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if options.credentials == nil, let token = variable("FIRESTORE_TOKEN") {
            return ProductionCredentials(.bearerToken(token))
        }
        let quotaProject = variable("GOOGLE_CLOUD_QUOTA_PROJECT")
        do throws(GoogleCredentialsError) {
            if options.credentials == search {
                return ProductionCredentials(
                    try await GoogleCredentials.applicationDefault(
                        environment: environment, transport: context.transport), quotaProject: quotaProject)
            }
            guard let path = options.credentials ?? variable("GOOGLE_APPLICATION_CREDENTIALS") else {
                return nil
            }
            return ProductionCredentials(
                try GoogleCredentials.file(path, environment: environment, transport: context.transport),
                quotaProject: quotaProject)
        } catch {
            throw CommandFailure(.wrongUsage, error.message)
        }
    }
}
