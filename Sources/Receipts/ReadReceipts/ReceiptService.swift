public import FirestoreClient
public import Logging
public import RealtimeDatabase

/// Read receipts for the chats of one database.
///
/// Acts as the user or administrator that the database is signed in as. The `user` of each call is the recipient whose receipts are
/// written. Every call is safe to repeat: marked messages are not written again.
public struct ReceiptService: Sendable {
    /// The database, if it is Cloud Firestore.
    public let firestore: Firestore?
    private(set) var store: any ChatStore
    let logger: Logger

    private let alternatives: [ReceiptSchema]

    /// The layout of messages and receipts.
    public var schema: ReceiptSchema { store.schema }

    /// Whether to write even if the existing messages have another schema.
    ///
    /// While this is false, messages with the fields of an alternative schema are skipped (``SkipReason/otherSchema``). If a conversation
    /// has no others, marking and sending throw ``ReceiptsError/Code/otherSchema``. Messages with the fields of both schemas are written.
    public var force: Bool {
        get { store.recognizer == nil }
        set { store.recognizer = newValue ? nil : SchemaRecognizer(schema, among: alternatives) }
    }

    /// Another schema on Cloud Firestore whose receipts are written, too, while an app moves from one to the other; nil for none.
    ///
    /// Both must have the same conversations, messages, members, senders and times. What is shown and listened to is ``schema``. The other
    /// receipts are written after its own, not in the same commit; a failure there is a failure of the call. Each costs what it would alone.
    ///
    /// - Note: ``unsuitable(_:)`` says why a schema cannot be written.
    public var alsoWrites: ReceiptSchema? {
        get { (store as? FirestoreChats)?.also }
        set {
            guard var chats = store as? FirestoreChats else { return }
            chats.also = newValue
            store = chats
        }
    }

    /// Why a schema cannot be written beside this one, in one line; nil if it can.
    public func unsuitable(_ other: ReceiptSchema) -> String? { other.problem(besides: schema) }

    /// The maximum number of writes in a commit on Cloud Firestore: 500 unless you set it, at least 1.
    ///
    /// Since March 2023, Firestore takes any number in a commit of up to 10 MiB; up to 500 transforms of a document stay. Commits of this package
    /// are also at most 4 MB, the limit of Google's emulator. A larger commit saves round trips, but holds more documents at once, and one refused
    /// write is found by halving it.
    public var writesPerCommit: Int {
        get { (store as? FirestoreChats)?.writesPerCommit ?? CommitLimits.writes }
        set {
            guard var chats = store as? FirestoreChats else { return }
            chats.writesPerCommit = max(1, newValue)
            store = chats
        }
    }

    /// The schemas of messages that this service has read, among its own and its alternatives; nil if ``force`` is set.
    public func layout(of messages: some Sequence<Message>) -> ConversationLayout? {
        store.recognizer?.layout(of: messages)
    }

    /// Creates a service for chats on Cloud Firestore.
    ///
    /// - Parameters:
    ///   - firestore: The database.
    ///   - schema: The layout of messages and receipts.
    ///   - alternatives: Other schemas to recognize: see ``force``.
    ///   - logger: Logs marked receipts at level debug, and failures at level warning; never texts.
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
    ///   - schema: The layout of messages and receipts.
    ///   - alternatives: Other schemas to recognize: see ``force``.
    ///   - profiles: The Firestore with the users' profiles; nil if they are in the database itself.
    ///   - logger: As for ``init(firestore:schema:alternatives:logger:)``.
    public init(
        database: Database, schema: ReceiptSchema = .readAt,
        alternatives: [ReceiptSchema] = ReceiptSchema.presets, profiles: Firestore? = nil,
        logger: Logger = Logger(label: "read-receipts") { _ in SwiftLogNoOpLogHandler() }
    ) {
        firestore = nil
        var schema = schema
        schema.store = .realtimeDatabase
        // There, messages store no status and no delivery, and a time for each user instead of the first time.
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
    /// Writes only messages of others that are neither delivered nor read, in commits of at most 500 writes. Each write requires the
    /// version that was read, so it never undoes a read receipt. Deleted or denied messages are listed in the result; the others are
    /// written.
    ///
    /// - Parameters:
    ///   - conversation: The conversation's id.
    ///   - messageIDs: The messages' ids; duplicates count once.
    ///   - user: The recipient's id.
    /// - Returns: What was marked, skipped and failed.
    /// - Throws: ``ReceiptsError``; its `partialResult` has what was written before the error.
    public func markDelivered(
        conversation: ConversationID, messageIDs: [MessageID], user: UserID
    ) async throws(ReceiptsError) -> MarkResult {
        try await mark(
            ReceiptRequest(.delivered, conversationID: conversation, messageIDs: messageIDs), user: user)
    }

    /// Marks messages read by a user.
    ///
    /// Sets the status to read and adds the user to the readers, for messages of others that the user has not marked yet. Readers that
    /// other members add at the same time are kept. Otherwise like ``markDelivered(conversation:messageIDs:user:)``.
    public func markRead(
        conversation: ConversationID, messageIDs: [MessageID], user: UserID
    ) async throws(ReceiptsError) -> MarkResult {
        try await mark(
            ReceiptRequest(.read, conversationID: conversation, messageIDs: messageIDs), user: user)
    }

    /// Marks every message of a conversation delivered to a user; like ``markDelivered(conversation:messageIDs:user:)``.
    public func markAllDelivered(conversation: ConversationID, user: UserID) async throws(ReceiptsError)
        -> MarkResult
    {
        try await mark(ReceiptRequest(.delivered, conversationID: conversation), user: user)
    }

    /// Marks every message of a conversation read by a user; like ``markRead(conversation:messageIDs:user:)``.
    ///
    /// In a conversation of two, this reads only the unread messages; in a group, every message.
    public func markAllRead(conversation: ConversationID, user: UserID) async throws(ReceiptsError)
        -> MarkResult
    {
        try await mark(ReceiptRequest(.read, conversationID: conversation), user: user)
    }

    /// Carries out a request, for any stage of the schema; like ``markDelivered(conversation:messageIDs:user:)``.
    public func mark(_ request: ReceiptRequest, user: UserID) async throws(ReceiptsError) -> MarkResult {
        try await mark(request, user: user, onProgress: { _ in })
    }

    /// Carries out a request.
    ///
    /// - Parameter onProgress: Gets how many messages are settled so far.
    package func mark(
        _ request: ReceiptRequest, user: UserID, onProgress: @escaping @Sendable (Int) -> Void
    ) async throws(ReceiptsError) -> MarkResult {
        try await store.mark(request, user: user, onProgress: onProgress)
    }
}

// MARK: Listening

extension ReceiptService {
    /// Listens to a conversation without a user, and polls where the server has no listeners: marks nothing delivered, and returns for each message what its sender sees.
    ///
    /// - Parameters:
    ///   - conversation: The conversation's id.
    ///   - options: What to listen to, and how often to poll.
    ///   - clock: Waits between the polls.
    /// - Throws: ``ReceiptsError/Code/invalidConversation`` for an invalid id.
    public func listen(
        conversation: ConversationID, options: ListenerOptions = ListenerOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(ReceiptsError) -> ReceiptListener {
        try store.check(conversation: conversation)
        return ReceiptListener(.conversation(conversation), service: self, session: nil, options, clock)
    }
}
