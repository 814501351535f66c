public import ReadReceipts

/// Somebody has received or read a message: what a worker takes in, keeps, and writes to Firestore.
public struct ReceiptEvent: Sendable, Hashable {
    /// What happened.
    public var receipt: Receipt
    /// The conversation's id.
    public var conversationID: ConversationID
    /// The message's id.
    public var messageID: MessageID
    /// The id of the user who has received or read it.
    public var userID: UserID
    /// When it happened, in milliseconds since 1970, as far as it is known. Firestore writes its own time.
    public var milliseconds: Int64?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - receipt: What happened.
    ///   - conversationID: The conversation's id.
    ///   - messageID: The message's id.
    ///   - userID: The id of the user who has received or read it.
    ///   - milliseconds: When it happened, in milliseconds since 1970.
    public init(
        _ receipt: Receipt, conversationID: ConversationID, messageID: MessageID, userID: UserID,
        milliseconds: Int64? = nil
    ) {
        self.receipt = receipt
        self.conversationID = conversationID
        self.messageID = messageID
        self.userID = userID
        self.milliseconds = milliseconds
    }
}
