public import FirestoreClient
public import ReadReceipts
public import RealtimeDatabase
public import ReceiptWorker

/// What a console shows, and as whom.
public struct ConsoleConfiguration: Sendable {
    /// Whom a pane of the chat acts as.
    public enum Panes: Sendable, Equatable {
        /// As its own user, under the rules, as on an emulator.
        case asTheirUsers
        /// As the console itself, because nobody else's credentials are known.
        case asTheConsole
    }

    /// The Cloud Firestore, signed in as the console itself: an emulator's administrator, or whoever the given credentials belong to;
    /// nil for none. It also keeps the profiles of those who chat in a Realtime Database.
    public var firestore: Firestore?
    /// The Realtime Database, signed in as the console itself; nil for none.
    public var realtimeDatabase: Database?
    /// The schemas to choose from; the first one is shown first. Those whose kind of database is not there are passed over.
    public var schemas: [ReceiptSchema]
    /// Whom the panes of the chat act as.
    public var panes: Panes
    /// The outbox of a worker, where one runs.
    public var outbox: Outbox?
    /// Looks for the outbox of a worker that was not there at first, every two seconds while a page is open, until there is one; nil for
    /// no worker that may come later.
    public var findOutbox: (@Sendable () -> Outbox?)?
    /// Tells each time that the database may have changed; nil for a database that does not tell, which is asked from time to time.
    public var changes: AsyncStream<Void>?
    /// The file that the rules of the Firestore came from; nil where that is not known.
    public var rulesFile: RulesFile?
    /// The file that the rules of the Realtime Database came from; nil where that is not known.
    public var databaseRulesFile: RulesFile?
    /// What a browser has to know to be let in; nil for nothing, which is good enough on this machine only.
    public var token: String?
    /// How often to ask, for tests; nil for what suits the database.
    var pace: ConsolePace?

    /// Creates a configuration.
    ///
    /// Without schemas, the presets for the databases are those to choose from.
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

    /// Whether all that is shown is an emulator's.
    var isEmulator: Bool {
        (firestore.map { $0.settings.endpoint != .production } ?? true)
            && realtimeDatabase?.settings.endpoint.isEmulator ?? true
    }
}
