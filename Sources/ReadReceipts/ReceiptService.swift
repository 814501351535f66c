public import FirestoreClient
import FirestoreModel
public import Logging

/// Read receipts for the chats of one database.
///
/// Acts as whoever the `Firestore` is signed in as; the user in each call says whose receipts they are. Every call may be
/// repeated: what is marked already is not written again.
public struct ReceiptService: Sendable {
    /// The database.
    public let firestore: Firestore
    /// Where the chats keep their messages and receipts.
    public let schema: ReceiptSchema
    let logger: Logger

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - firestore: The database.
    ///   - schema: Where its chats keep their messages and receipts.
    ///   - logger: Told of every receipt that is reported, at level debug, and of those that are not, at level warning; never
    ///     of texts.
    public init(
        firestore: Firestore, schema: ReceiptSchema = .status,
        logger: Logger = Logger(label: "read-receipts") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.firestore = firestore
        self.schema = schema
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
        conversation: String, messageIDs: [String], user: String
    ) async throws(ReceiptsError) -> MarkResult {
        var operation = try operation(.delivered, conversation, user)
        return try await operation.mark(messageIDs)
    }

    /// Marks messages read by a user.
    ///
    /// Sets the status to read and adds the user to those who have read it, for messages of others that the user has not
    /// marked yet. What other members add at the same time is kept. Otherwise as
    /// ``markDelivered(conversation:messageIDs:user:)``.
    public func markRead(
        conversation: String, messageIDs: [String], user: String
    ) async throws(ReceiptsError) -> MarkResult {
        var operation = try operation(.read, conversation, user)
        return try await operation.mark(messageIDs)
    }

    /// Marks every message of a conversation delivered to a user; as ``markDelivered(conversation:messageIDs:user:)``.
    public func markAllDelivered(conversation: String, user: String) async throws(ReceiptsError) -> MarkResult
    {
        var operation = try operation(.delivered, conversation, user)
        return try await operation.markAll()
    }

    /// Marks every message of a conversation read by a user; as ``markRead(conversation:messageIDs:user:)``.
    ///
    /// Between two members only messages that are still unread are looked at; in a group, every message is.
    public func markAllRead(conversation: String, user: String) async throws(ReceiptsError) -> MarkResult {
        var operation = try operation(.read, conversation, user)
        return try await operation.markAll()
    }

    /// Marks messages that were read a moment ago, without reading them again.
    func mark(
        _ receipt: Receipt, conversation: String, documents: [Document], user: String
    ) async throws(ReceiptsError) -> MarkResult {
        var operation = try operation(receipt, conversation, user)
        return try await operation.mark(documents)
    }

    /// Carries a request out.
    func mark(_ request: ReceiptRequest, user: String) async throws(ReceiptsError) -> MarkResult {
        var operation = try operation(request.receipt, request.conversationID, user)
        guard let ids = request.messageIDs else { return try await operation.markAll() }
        return try await operation.mark(ids)
    }

    private func operation(
        _ receipt: Receipt, _ conversation: String, _ user: String
    ) throws(ReceiptsError) -> MarkOperation {
        try MarkOperation(receipt, in: conversation, by: user, service: self)
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
        conversation: String, options: ListenerOptions = ListenerOptions(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(ReceiptsError) -> ReceiptListener {
        _ = try ChatPaths(conversation: conversation, schema: schema)
        return ReceiptListener(.conversation(conversation), service: self, session: nil, options, clock)
    }
}
