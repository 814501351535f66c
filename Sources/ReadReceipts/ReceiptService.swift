public import FirestoreClient
import FirestoreModel

/// Read receipts for the chats of one database.
///
/// Acts as whoever the `Firestore` is signed in as; the user in each call says whose receipts they are. Every call may be
/// repeated: what is marked already is not written again.
public struct ReceiptService: Sendable {
    /// The database.
    public let firestore: Firestore
    /// Where the chats keep their messages and receipts.
    public let schema: ReceiptSchema

    /// Creates a service.
    public init(firestore: Firestore, schema: ReceiptSchema = .status) {
        self.firestore = firestore
        self.schema = schema
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

    private func operation(
        _ receipt: Receipt, _ conversation: String, _ user: String
    ) throws(ReceiptsError) -> MarkOperation {
        try MarkOperation(receipt, in: conversation, by: user, firestore: firestore, schema: schema)
    }
}

// MARK: Listening

extension ReceiptService {
    /// Listens to a conversation by polling.
    ///
    /// Each poll reads the fields that receipts need of every message, or of the newest ones only. While nothing changes
    /// the polls become rarer, down to one in eight intervals.
    ///
    /// - Parameters:
    ///   - conversation: The conversation's id.
    ///   - interval: The time between two polls while something moves.
    ///   - newest: How many of the newest messages to listen to; nil for all of them.
    ///   - includesText: True to read the messages' texts as well.
    ///   - sleep: Waits; for tests.
    /// - Throws: ``ReceiptsError/Code/invalidArgument`` when the conversation's id is not a good one.
    public func listen(
        conversation: String, interval: Duration = .seconds(1), newest: Int? = nil,
        includesText: Bool = false,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) throws(ReceiptsError) -> MessageChanges {
        MessageChanges(
            firestore: firestore, schema: schema,
            paths: try ChatPaths(conversation: conversation, schema: schema),
            interval: interval, newest: newest, includesText: includesText, sleep: sleep)
    }
}
