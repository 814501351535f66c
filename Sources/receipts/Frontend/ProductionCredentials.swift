import FirestoreClient
import GoogleCredentials

/// The credentials for production that a command's options or the environment name.
struct ProductionCredentials {
    let credentials: Credentials
    /// The project that they belong to, where they say so.
    let project: String?

    /// Finds the credentials.
    ///
    /// - Throws: ``CommandFailure`` when the file that is named holds none.
    init?(
        _ options: ConnectionOptions, _ variable: (String) -> String?, _ context: CommandContext
    ) throws(CommandFailure) {
        if options.credentials == nil, let token = variable("FIRESTORE_TOKEN") {
            (credentials, project) = (.bearerToken(token), nil)
            return
        }
        guard let path = options.credentials ?? variable("GOOGLE_APPLICATION_CREDENTIALS") else { return nil }
        do throws(GoogleCredentialsError) {
            let google = try GoogleCredentials.file(path, transport: context.transport)
            (credentials, project) = (google.credentials, google.projectID)
        } catch {
            throw CommandFailure(.wrongUsage, error.message)
        }
    }
}
