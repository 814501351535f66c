import ClientCore
import CurlHTTP
import FirestoreClient
import HTTPTransport
import Logging
import ReadReceipts
import RealtimeDatabase

/// The database that a command is connected to.
enum ConnectedDatabase: Sendable {
    case firestore(Firestore)
    /// With the Firestore that has the profiles, if any.
    case realtimeDatabase(Database, profiles: Firestore?)

    /// The chats with other credentials, over the same connections.
    func service(
        as credentials: Credentials, schema: ReceiptSchema
    ) throws -> ReceiptService {
        switch self {
        case .firestore(let firestore):
            ReceiptService(firestore: try firestore.acting(as: credentials), schema: schema)
        case .realtimeDatabase(let database, let profiles):
            ReceiptService(
                database: try database.acting(as: credentials), schema: schema,
                profiles: try profiles?.acting(as: credentials))
        }
    }

    /// The chats with the command's credentials.
    func service(schema: ReceiptSchema) -> ReceiptService {
        switch self {
        case .firestore(let firestore): ReceiptService(firestore: firestore, schema: schema)
        case .realtimeDatabase(let database, let profiles):
            ReceiptService(database: database, schema: schema, profiles: profiles)
        }
    }
}

extension ConnectedDatabase {
    /// Connects to Cloud Firestore.
    static func firestore(
        _ choice: ServerChoice, over transport: any HTTPTransport, observer: (any CallObserver)? = nil,
        logger: Logger
    ) throws -> (Firestore, FirestoreEndpoint) {
        let endpoint: FirestoreEndpoint
        switch choice.place {
        case .production(let domain): endpoint = .production(universeDomain: domain)
        case .emulator(let address):
            do { endpoint = try FirestoreEndpoint.emulator(address) } catch {
                throw CommandFailure(.wrongUsage, error.message)
            }
        }
        let settings = FirestoreSettings(
            projectID: choice.project, endpoint: endpoint, credentials: choice.credentials,
            retryPolicy: ServerChoice.retryPolicy, quotaProjectID: choice.quotaProject)
        settings.callObserver = observer
        return (try Firestore(settings, transport: transport, logger: logger), endpoint)
    }

    /// Connects to a Realtime Database.
    ///
    /// - Parameter url: The database's URL in production; nil for the project's default one.
    static func realtimeDatabase(
        _ choice: ServerChoice, url: String?, over transport: (any HTTPStreamingTransport)?,
        observer: (any CallObserver)?
    ) throws -> (Database, String) {
        if case .production(let domain) = choice.place, domain != "googleapis.com" {
            throw CommandFailure(
                .wrongUsage, "the credentials are for the cloud \(domain), which has no Realtime Database")
        }
        do throws(DatabaseError) {
            var settings: DatabaseSettings
            switch (choice.place, url) {
            case (.emulator(let address), _):
                settings = DatabaseSettings(projectID: choice.project, endpoint: try .emulator(address))
            case (.production, let url?):
                settings = try DatabaseSettings(url: url, projectID: choice.project)
            case (.production, nil): settings = DatabaseSettings(projectID: choice.project)
            }
            settings.credentials = choice.credentials
            settings.retryPolicy = ServerChoice.retryPolicy
            settings.callObserver = observer
            let server = "\(settings.endpoint), database \(settings.name)"
            if let transport { return (try Database(settings, transport: transport), server) }
            return (try Database(settings), server)
        } catch {
            throw CommandFailure(.wrongUsage, error.message)
        }
    }
}
