import FirestoreClient
import GoogleCredentials

/// The credentials for production that a command's options or the environment name.
struct ProductionCredentials {
    let credentials: Credentials
    /// The project that they belong to, where they say so.
    let project: String?
    /// The project that requests are counted against, where that is another one.
    let quotaProject: String?

    /// What stands for a search where Google's own tools search.
    static let search = "application-default"

    /// Credentials that are given already.
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
    /// - Returns: nil when nothing names any.
    /// - Throws: ``CommandFailure`` when there are none where they are said to be.
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
