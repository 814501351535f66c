import ClientCore
import FirestoreClient
import ReadReceipts
import RealtimeDatabase

/// What a page has to know before anything else.
struct ConsoleAbout: Encodable, Sendable {
    struct FirestorePlace: Encodable, Sendable, Equatable {
        let project: String
        let database: String
        let server: String
        let isEmulator: Bool
        /// The time in seconds in which a page learns of any change to what it shows of a chat; nil where it is told at once.
        @Nullable var refreshSeconds: Double?
    }

    struct DatabasePlace: Encodable, Sendable, Equatable {
        /// The database's name, which emulators call its namespace.
        let namespace: String
        let server: String
        let isEmulator: Bool
        /// As of a Firestore: always nil, as a Realtime Database reports every change.
        @Nullable var refreshSeconds: Double?
    }

    @Nullable var firestore: FirestorePlace?
    @Nullable var realtimeDatabase: DatabasePlace?
    /// Whether all that is shown is an emulator's.
    let isEmulator: Bool
    /// Whether the page is told of changes; else it has to look.
    let pushesChanges: Bool
    /// Whether there is an outbox to show.
    var hasWorker = false
    let schema: String
    let schemas: [String]
    /// The kind of database of each schema, by name.
    let schemaStores: [String: String]
    /// After how many milliseconds the list of conversations is looked at again; nil where the console is told.
    @Nullable var listEvery: Double?

    init(_ configuration: ConsoleConfiguration, schemas: [ReceiptSchema], pace: ConsolePace) {
        firestore = configuration.firestore.map { firestore in
            let settings = firestore.settings
            return FirestorePlace(
                project: settings.projectID, database: settings.databaseID,
                server: settings.endpoint.description, isEmulator: settings.endpoint != .production,
                refreshSeconds: configuration.changes == nil ? pace.refreshSeconds : nil)
        }
        realtimeDatabase = configuration.realtimeDatabase.map { database in
            let settings = database.settings
            return DatabasePlace(
                namespace: settings.name, server: settings.endpoint.address(of: settings.name).description,
                isEmulator: settings.endpoint.isEmulator)
        }
        isEmulator = configuration.isEmulator
        pushesChanges = configuration.changes != nil
        schema = schemas.first?.name ?? ""
        self.schemas = schemas.map(\.name)
        schemaStores = Dictionary(schemas.map { ($0.name, $0.store.rawValue) }) { first, _ in first }
        listEvery = configuration.changes == nil ? pace.conversation / Duration.milliseconds(1) : nil
    }
}
