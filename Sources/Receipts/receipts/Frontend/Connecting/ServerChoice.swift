import FirestoreClient
import ReadReceipts

/// Chooses the server and the credentials from a command's options and the environment, for both kinds of databases.
struct ServerChoice {
    /// Where the server is.
    enum Place {
        /// An emulator's HOST:PORT.
        case emulator(String)
        /// Google's servers, or those of a partner's cloud.
        case production(universeDomain: String)
    }

    let place: Place
    let credentials: Credentials
    let project: String
    /// The project that is billed for requests, if it is another one.
    let quotaProject: String?

    /// Finds the server and the credentials.
    ///
    /// - Parameters:
    ///   - options: The command's options.
    ///   - variable: The environment variable with an emulator's address.
    ///   - user: The user to act as, unless `--admin` is set; nil for commands that always act as an administrator.
    ///   - given: Credentials that replace those of the options.
    ///   - context: The environment.
    /// - Throws: ``CommandFailure`` for invalid or missing options.
    init(
        _ options: ConnectionOptions, emulatorIn variable: String, user: UserID?,
        credentials given: Credentials?, in context: CommandContext
    ) async throws(CommandFailure) {
        if user == "" { throw CommandFailure(.wrongUsage, "the user id is empty") }
        func value(_ name: String) -> String? { context.environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let named = options.project ?? value("GCLOUD_PROJECT") ?? value("GOOGLE_CLOUD_PROJECT")
        if let address = options.emulator ?? value(variable) {
            if options.credentials != nil {
                throw CommandFailure(
                    .wrongUsage,
                    "--credentials is for production, but \(options.emulator == nil ? variable : "--emulator") "
                        + "names an emulator; leave one of them out")
            }
            place = .emulator(address)
            credentials =
                given ?? (options.admin ? nil : user).map { .emulatorUser(uid: $0.string) } ?? .emulatorAdmin
            project = named ?? "demo-receipts"
            quotaProject = nil
            return
        }
        var found = given.map { ProductionCredentials($0) }
        if found == nil { found = try await ProductionCredentials.find(options, in: context) }
        guard let found else {
            throw CommandFailure(
                .wrongUsage,
                "no server: pass --emulator HOST:PORT, or set \(variable), or for production pass --credentials "
                    + "FILE or set FIRESTORE_TOKEN to an access token")
        }
        guard let project = named ?? found.project else {
            throw CommandFailure(
                .wrongUsage, "production needs a project: pass --project ID or set GCLOUD_PROJECT")
        }
        place = .production(universeDomain: found.universeDomain)
        credentials = found.credentials
        quotaProject = found.quotaProject
        self.project = project
    }

    /// Whether the command can act as any user, as on an emulator.
    var knowsUsers: Bool {
        if case .emulator = place { true } else { false }
    }

    /// Gives up within about two seconds if no server answers, because a user is waiting.
    static let retryPolicy = RetryPolicy(initialDelay: .milliseconds(100), maximumDelay: .seconds(2))
}
