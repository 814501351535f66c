import FirestoreClient
import FirestoreModel

/// A database with chats: everything that receipts need from it.
protocol ChatStore: Sendable {
    /// The layout of messages and receipts.
    var schema: ReceiptSchema { get }

    /// Determines the schema of messages; nil to write receipts in any case.
    var recognizer: SchemaRecognizer? { get set }

    /// The conversations known to have the schema.
    var knownConversations: KnownConversations { get }

    // MARK: Reading

    /// Reads a conversation; nil for a missing one.
    func conversation(_ id: ConversationID) async throws(ReceiptsError) -> Conversation?

    /// Reads the conversations that a user is a member of.
    func conversations(of user: UserID) async throws(ReceiptsError) -> [Conversation]

    /// Reads a conversation with its title; nil for a missing one.
    func titledConversation(_ id: ConversationID) async throws(ReceiptsError) -> TitledConversation?

    /// Reads the first conversations by id, with any members.
    func titledConversations(limit: Int) async throws(ReceiptsError) -> [TitledConversation]

    /// Reads messages, in the order of the ids; nil for a missing one.
    func messages(
        in conversation: ConversationID, ids: [MessageID]
    ) async throws(ReceiptsError) -> [Message?]

    /// Reads a message with its conversation; nil for what is missing.
    func message(
        _ id: MessageID, in conversation: ConversationID
    ) async throws(ReceiptsError) -> (conversation: Conversation?, message: Message?)

    /// Reads all messages, oldest first: everybody's, or those of one sender.
    func messages(in conversation: ConversationID, sender: UserID?) async throws(ReceiptsError) -> [Message]

    /// Reads the newest messages that have a time, or those before a message with one, oldest first.
    func messages(
        in conversation: ConversationID, before message: Message?, limit: Int
    ) async throws(ReceiptsError) -> [Message]

    /// Reads the cursors of a conversation; none in schemas without cursors.
    func cursors(in conversation: ConversationID) async throws(ReceiptsError) -> [ReceiptCursor]

    /// Has the server count how many recipients have reached each stage of messages; nothing in schemas without cursors.
    func counts(
        of messages: [Message], in conversation: ConversationID
    ) async throws(ReceiptsError) -> CountsReading

    /// Reads a page of those who have read a message, and of those who have not, with counts; nothing in schemas without cursors.
    ///
    /// - Parameter limit: How many cursors to read of each kind.
    func readers(
        of message: Message, in conversation: ConversationID, limit: Int
    ) async throws(ReceiptsError) -> ReadersPage

    /// Reads a user's cursor; nil for a missing one, and in schemas without cursors.
    func cursor(
        of user: UserID, in conversation: ConversationID
    ) async throws(ReceiptsError) -> ReceiptCursor?

    /// Reads a few of the newest messages, to determine their schema.
    func newestMessages(in conversation: ConversationID) async throws(ReceiptsError) -> [Message]

    /// Reads profiles, in the order of the users; nil for a missing one.
    func profiles(of users: [UserID]) async throws(ReceiptsError) -> [UserProfile?]

    /// The source of a listener for a conversation.
    ///
    /// - Parameter readsMembers: Whether the listener reads the members from it.
    func source(
        of conversation: ConversationID, _ options: ListenerOptions, readsMembers: Bool
    ) throws(ReceiptsError) -> any ConversationSource

    /// The source of a listener for all conversations of a user.
    func memberships(of user: UserID, _ options: ListenerOptions) -> any MembershipSource

    /// Yields whenever a message or the members of its conversation have changed; nil if the server does not push changes.
    /// Ends when the server ends it.
    func signals(ofMessage id: MessageID, in conversation: ConversationID) -> AsyncStream<Void>?

    // MARK: Writing

    /// An unused message id.
    func newMessageID() -> MessageID

    /// Creates a message; fails if the id is taken.
    ///
    /// - Returns: The time that the server gave it, if known.
    func send(
        _ text: String, id: MessageID, conversation: ConversationID, from sender: UserID
    ) async throws(ReceiptsError) -> Timestamp?

    /// Prepares a call that marks messages.
    func marking(_ request: ReceiptRequest, by user: UserID) throws(ReceiptsError) -> any ReceiptMarking

    /// Writes receipts of any users and conversations together.
    func write(
        _ receipts: [PendingReceipt], as form: ReceiptBatch.Form,
        pace: @escaping @Sendable (Int) async throws -> Void
    ) async -> ReceiptBatch.Report

    /// Checks whether the server answers, by asking for something that does not exist.
    ///
    /// - Parameter isNobody: Whether to ask without signing in, which needs no token.
    /// - Throws: The server's refusal, or why it did not answer.
    func probe(asNobody isNobody: Bool) async throws(ReceiptsError)
}

/// One user's call that marks messages of one conversation.
protocol ReceiptMarking {
    /// Gets how many messages are settled so far.
    var onProgress: @Sendable (Int) -> Void { get set }

    /// Marks what the request names.
    mutating func run() async throws(ReceiptsError) -> MarkResult

    /// Marks messages as they were read a moment ago, whatever messages the request names.
    mutating func mark(_ messages: [Message]) async throws(ReceiptsError) -> MarkResult
}

extension ChatStore {
    /// Marks what a request names.
    func mark(
        _ request: ReceiptRequest, user: UserID, onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws(ReceiptsError) -> MarkResult {
        if request.isPrivate, schema.cursors?.privateCollection == nil {
            throw ReceiptsError(.invalidArgument, "schema \(schema.name) has no private receipts")
        }
        var marking = try marking(request, by: user)
        marking.onProgress = onProgress
        return try await marking.run()
    }

    /// Marks messages that were read a moment ago.
    func mark(
        _ receipt: Receipt, _ messages: [Message], conversation: ConversationID, user: UserID
    ) async throws(ReceiptsError) -> MarkResult {
        var marking = try marking(ReceiptRequest(receipt, conversationID: conversation), by: user)
        return try await marking.mark(messages)
    }
}

extension ChatStore {
    func cursors(in conversation: ConversationID) async throws(ReceiptsError) -> [ReceiptCursor] { [] }

    func counts(
        of messages: [Message], in conversation: ConversationID
    ) async throws(ReceiptsError) -> CountsReading { CountsReading() }

    func readers(
        of message: Message, in conversation: ConversationID, limit: Int
    ) async throws(ReceiptsError) -> ReadersPage { ReadersPage() }

    func cursor(
        of user: UserID, in conversation: ConversationID
    ) async throws(ReceiptsError) -> ReceiptCursor? { nil }
}
