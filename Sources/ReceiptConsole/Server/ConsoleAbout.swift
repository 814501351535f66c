import ClientCore
import FirestoreClient
import RealtimeDatabase

/// What a page has to know before anything else.
struct ConsoleAbout: Encodable, Sendable {
    struct FirestorePlace: Encodable, Sendable, Equatable {
        let project: String
        let database: String
        let server: String
        let isEmulator: Bool
    }

    struct DatabasePlace: Encodable, Sendable, Equatable {
        /// The database's name, which emulators call its namespace.
        let namespace: String
        let server: String
        let isEmulator: Bool
    }

    @Nullable var firestore: FirestorePlace?
    @Nullable var realtimeDatabase: DatabasePlace?
    /// Whether all that is shown is an emulator's.
    let isEmulator: Bool
    /// Whether the page is told of changes; else it has to look.
    let pushesChanges: Bool
    let hasWorker: Bool
    let schema: String
    let schemas: [String]

    init(_ configuration: ConsoleConfiguration, schemas: [String]) {
        firestore = configuration.firestore.map { firestore in
            let settings = firestore.settings
            return FirestorePlace(
                project: settings.projectID, database: settings.databaseID,
                server: settings.endpoint.description, isEmulator: settings.endpoint != .production)
        }
        realtimeDatabase = configuration.realtimeDatabase.map { database in
            let settings = database.settings
            return DatabasePlace(
                namespace: settings.name, server: settings.endpoint.address(of: settings.name).description,
                isEmulator: settings.endpoint.isEmulator)
        }
        isEmulator = configuration.isEmulator
        pushesChanges = configuration.changes != nil
        hasWorker = configuration.outbox != nil
        schema = schemas.first ?? ""
        self.schemas = schemas
    }
}
