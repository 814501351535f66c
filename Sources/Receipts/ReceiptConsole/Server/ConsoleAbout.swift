import ClientCore
import FirestoreClient
import ReadReceipts
import RealtimeDatabase

/// What a page needs to know first.
struct ConsoleAbout: Encodable, Sendable {
    struct FirestorePlace: Encodable, Sendable, Equatable {
        let project: String
        let database: String
        let server: String
        let isEmulator: Bool
        /// The longest time, in seconds, until a chat shows a change; nil if changes are pushed.
        @Nullable var refreshSeconds: Double?
    }

    struct DatabasePlace: Encodable, Sendable, Equatable {
        /// The database's name; emulators call it the namespace.
        let namespace: String
        let server: String
        let isEmulator: Bool
        /// Like Firestore's; always nil, since a Realtime Database pushes changes.
        @Nullable var refreshSeconds: Double?
    }

    struct Chat: Encodable, Sendable, Equatable {
        let schema: String
        let store: String
        /// The path of the collection.
        let conversations: String
        /// The path below which a Realtime Database keeps the messages of each conversation; nil if a conversation contains its own.
        @Nullable var messages: String?
    }

    @Nullable var firestore: FirestorePlace?
    @Nullable var realtimeDatabase: DatabasePlace?
    /// Whether all databases are emulators.
    let isEmulator: Bool
    /// Whether changes are pushed to the page; otherwise it has to poll.
    let pushesChanges: Bool
    /// Whether there is an outbox to show.
    var hasWorker = false
    let schema: String
    let schemas: [String]
    /// The kind of database of each schema, by name.
    let schemaStores: [String: String]
    /// Where each schema keeps its conversations.
    let chats: [Chat]
    /// Whether the suites of the project are known.
    let hasSuites: Bool
    /// How often to refresh the list of conversations, in milliseconds; nil if changes are pushed.
    @Nullable var listEvery: Double?

    init(_ configuration: ConsoleConfiguration, schemas: [ReceiptSchema], pace: ConsolePace) {
        firestore = configuration.firestore.map { firestore in
            let settings = firestore.settings
            return FirestorePlace(
                project: settings.projectID, database: settings.databaseID,
                server: settings.endpoint.description, isEmulator: !settings.endpoint.isSecure,
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
        chats = schemas.map {
            Chat(
                schema: $0.name, store: $0.store.rawValue, conversations: $0.conversations,
                messages: $0.store == .realtimeDatabase ? $0.messages : nil)
        }
        hasSuites = configuration.suites != nil
        listEvery = configuration.changes == nil ? pace.conversation / Duration.milliseconds(1) : nil
    }
}
