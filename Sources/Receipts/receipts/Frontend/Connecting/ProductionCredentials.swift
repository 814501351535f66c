import FirestoreClient
import GoogleCredentials

/// The credentials for production, from a command's options or the environment.
struct ProductionCredentials {
    let credentials: Credentials
    /// The project that they belong to, if known.
    let project: String?
    /// The project that is billed for requests, if it is another one.
    let quotaProject: String?

    /// The value of `--credentials` for a search in the places of Google's tools.
    static let search = "application-default"

    /// Creates given credentials.
    init(_ credentials: Credentials, project: String? = nil, quotaProject: String? = nil) {
        self.credentials = credentials
        self.project = project
        self.quotaProject = quotaProject
    }

    private init(_ google: GoogleCredentials) {
        self.init(google.credentials, project: google.projectID, quotaProject: google.quotaProjectID)
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
        do throws(GoogleCredentialsError) {
            if options.credentials == search {
                return ProductionCredentials(
                    try await GoogleCredentials.applicationDefault(
                        environment: environment, transport: context.transport))
            }
            guard let path = options.credentials ?? variable("GOOGLE_APPLICATION_CREDENTIALS") else {
                return nil
            }
            return ProductionCredentials(try GoogleCredentials.file(path, transport: context.transport))
        } catch {
            throw CommandFailure(.wrongUsage, error.message)
        }
    }
}
