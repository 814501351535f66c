public import FirestoreClient
public import ReadReceipts
public import RealtimeDatabase
public import ReceiptWorker

/// What a console shows, and whom it acts as.
public struct ConsoleConfiguration: Sendable {
    /// Whom a pane of the chat acts as.
    public enum Panes: Sendable, Equatable {
        /// Its own user, under the rules, as on an emulator.
        case asTheirUsers
        /// The console itself, because the users' credentials are not known.
        case asTheConsole
    }

    /// The Cloud Firestore, signed in as the console itself: as an emulator's administrator, or with the given credentials, or nil. It
    /// also has the profiles for chats in a Realtime Database.
    public var firestore: Firestore?
    /// The Realtime Database, signed in as the console itself, or nil.
    public var realtimeDatabase: Database?
    /// The schemas to choose from; the first one is shown first. Schemas without a database of their kind are ignored.
    public var schemas: [ReceiptSchema]
    /// Whom the panes of the chat act as.
    public var panes: Panes
    /// The outbox of a worker, or nil.
    public var outbox: Outbox?
    /// Looks for an outbox that is created later, every two seconds while a page is open; nil not to look.
    public var findOutbox: (@Sendable () -> Outbox?)?
    /// Returns the text of the worker's `/metrics`, for its latencies, and for a worker without an outbox here; nil if its address is not
    /// known.
    public var workerMetrics: (@Sendable () async -> String?)?
    /// Yields whenever the database may have changed; nil to poll the database.
    public var changes: AsyncStream<Void>?
    /// The file that the rules of the Firestore came from; nil if unknown.
    public var rulesFile: RulesFile?
    /// The file that the rules of the Realtime Database came from; nil if unknown.
    public var databaseRulesFile: RulesFile?
    /// The suites of the project; nil if unknown.
    public var suites: SuiteFiles?
    /// The token that browsers need, or nil, which is safe only if no other machine can connect.
    public var token: String?
    /// How often to poll, for tests; nil for the default.
    var pace: ConsolePace?
    /// What is known of the worker's last hour, for tests.
    var workerHistory = WorkerHistory()

    /// Creates a configuration.
    ///
    /// Without schemas, the presets are those to choose from.
    public init(
        firestore: Firestore? = nil, realtimeDatabase: Database? = nil, schemas: [ReceiptSchema] = [],
        panes: Panes = .asTheirUsers, outbox: Outbox? = nil, findOutbox: (@Sendable () -> Outbox?)? = nil,
        changes: AsyncStream<Void>? = nil, token: String? = nil
    ) {
        self.firestore = firestore
        self.realtimeDatabase = realtimeDatabase
        self.schemas = schemas.isEmpty ? ReceiptSchema.presets : schemas
        self.panes = panes
        self.outbox = outbox
        self.findOutbox = findOutbox
        self.changes = changes
        self.token = token
    }

    /// Whether all databases are emulators.
    var isEmulator: Bool {
        (firestore.map { !$0.settings.endpoint.isSecure } ?? true)
            && realtimeDatabase?.settings.endpoint.isEmulator ?? true
    }
}
