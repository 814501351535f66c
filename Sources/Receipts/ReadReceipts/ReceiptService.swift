public import FirestoreClient
public import Logging
public import RealtimeDatabase

/// Read receipts for the chats of one database.
///
/// Acts as whoever the `Firestore` is signed in as; the user in each call says whose receipts they are. Every call may be
/// repeated: what is marked already is not written again.
public struct ReceiptService: Sendable {
    /// The database, where it is Cloud Firestore.
    public let firestore: Firestore?
    private(set) var store: any ChatStore
    let logger: Logger

    private let alternatives: [ReceiptSchema]

    /// Where the chats keep their messages and receipts.
    public var schema: ReceiptSchema { store.schema }

    /// Whether receipts and messages are written whatever schema the messages have that are there.
    ///
    /// As long as it is false, messages whose fields are those of an alternative, and not those of ``schema``, are left as they are
    /// (``SkipReason/otherSchema``), and where there are no others, marking and sending throw ``ReceiptsError/Code/otherSchema``.
    /// Those that have the fields of both are written to.
    public var force: Bool {
        get { store.recognizer == nil }
        set { store.recognizer = newValue ? nil : SchemaRecognizer(schema, among: alternatives) }
    }

    /// Which schemas messages have that this service has read: its own and its alternatives, by name; nil where ``force`` is set.
    public func layout(of messages: some Sequence<Message>) -> ConversationLayout? {
        store.recognizer?.layout(of: messages)
    }

    /// Creates a service for chats on Cloud Firestore.
    ///
    /// - Parameters:
    ///   - firestore: The database.
    ///   - schema: Where its chats keep their messages and receipts.
    ///   - alternatives: Schemas that messages may have in its place: see ``force``.
    ///   - logger: Told of every receipt that is reported, at level debug, and of those that are not, at level warning; never
    ///     of texts.
    public init(
        firestore: Firestore, schema: ReceiptSchema = .status,
        alternatives: [ReceiptSchema] = ReceiptSchema.presets,
        logger: Logger = Logger(label: "read-receipts") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.firestore = firestore
        var schema = schema
        schema.store = .firestore
        self.alternatives = alternatives
        store = FirestoreChats(
            firestore: firestore, schema: schema,
            recognizer: SchemaRecognizer(schema, among: alternatives))
        self.logger = logger
    }

    /// Creates a service for chats in a Realtime Database.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - schema: Where its chats keep their messages and receipts.
    ///   - alternatives: Schemas that messages may have in its place: see ``force``.
    ///   - profiles: The Firestore that keeps the users' profiles; nil where they stand in the database itself.
    ///   - logger: As for ``init(firestore:schema:alternatives:logger:)``.
    public init(
        database: Database, schema: ReceiptSchema = .readAt,
        alternatives: [ReceiptSchema] = ReceiptSchema.presets, profiles: Firestore? = nil,
        logger: Logger = Logger(label: "read-receipts") { _ in SwiftLogNoOpLogHandler() }
    ) {
        firestore = nil
        var schema = schema
        schema.store = .realtimeDatabase
        // There, messages keep no status and no delivery, and the time of each user in place of the first.
        (schema.status, schema.deliveredTo) = (nil, nil)
        for index in schema.stages.indices { schema.stages[index].time = nil }
        let profileChats = profiles.map { FirestoreChats(firestore: $0, schema: schema) }
        self.alternatives = alternatives
        store = RealtimeChats(
            database: database, schema: schema, profileChats: profileChats,
            recognizer: SchemaRecognizer(schema, among: alternatives))
        self.logger = logger
    }
}

// MARK: Marking

extension ReceiptService {
    /// Marks messages delivered to a user.
    ///
    /// Writes only messages of others that are neither delivered nor read, in commits of at most 500 writes. Each write
    /// holds only for the version that was read, so that a read receipt that comes first is not undone. A message that
    /// vanished or is denied is named in the result; all others land.
    ///
    /// - Parameters:
    ///   - conversation: The conversation's id.
    ///   - messageIDs: The messages' ids; repeated ones count once.
    ///   - user: The recipient's id.
    /// - Returns: What was marked, skipped and failed.
    /// - Throws: ``ReceiptsError``; its `partialResult` tells what had landed before.
    public func markDelivered(
        conversation: ConversationID, messageIDs: [MessageID], user: UserID
    ) async throws(ReceiptsError) -> MarkResult {
        try await mark(
            ReceiptRequest(.delivered, conversationID: conversation, messageIDs: messageIDs), user: user)
    }

    /// Marks messages read by a user.
    ///
    /// Sets the status to read and adds the user to those who have read it, for messages of others that the user has not
    /// marked yet. What other members add at the same time is kept. Otherwise as
    /// ``markDelivered(conversation:messageIDs:user:)``.
    public func markRead(
        conversation: ConversationID, messageIDs: [MessageID], user: UserID
    ) async throws(ReceiptsError) -> MarkResult {
        try await mark(
            ReceiptRequest(.read, conversationID: conversation, messageIDs: messageIDs), user: user)
    }

    /// Marks every message of a conversation delivered to a user; as ``markDelivered(conversation:messageIDs:user:)``.
    public func markAllDelivered(conversation: ConversationID, user: UserID) async throws(ReceiptsError)
        -> MarkResult
    {
        try await mark(ReceiptRequest(.delivered, conversationID: conversation), user: user)
    }

    /// Marks every message of a conversation read by a user; as ``markRead(conversation:messageIDs:user:)``.
    ///
    /// Between two members only messages that are still unread are looked at; in a group, every message is.
    public func markAllRead(conversation: ConversationID, user: UserID) async throws(ReceiptsError)
        -> MarkResult
    {
        try await mark(ReceiptRequest(.read, conversationID: conversation), user: user)
    }

    /// Marks messages as a request says, for any stage of the schema; as ``markDelivered(conversation:messageIDs:user:)``.
    public func mark(_ request: ReceiptRequest, user: UserID) async throws(ReceiptsError) -> MarkResult {
        try await store.mark(request, user: user)
    }
}

// MARK: Listening

extension ReceiptService {
    /// Listens to a conversation by polling, as nobody in particular: nothing is marked delivered, and each message comes with
    /// what its sender sees.
    ///
    /// - Parameters:
    ///   - conversation: The conversation's id.
    ///   - options: How often to poll, and what for.
    ///   - clock: Waits between the polls.
    /// - Throws: ``ReceiptsError/Code/invalidConversation`` when the conversation's id is not a good one.
    public func listen(
        conversation: ConversationID, options: ListenerOptions = ListenerOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(ReceiptsError) -> ReceiptListener {
        try store.check(conversation: conversation)
        return ReceiptListener(.conversation(conversation), service: self, session: nil, options, clock)
    }
}
