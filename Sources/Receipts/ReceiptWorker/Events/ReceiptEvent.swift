public import ReadReceipts

/// A user has reached a stage of a message, such as delivered or read. A worker stores events and writes them to the database.
public struct ReceiptEvent: Sendable, Hashable {
    /// The stage.
    public var receipt: Receipt
    /// The conversation's id.
    public var conversationID: ConversationID
    /// The message's id.
    public var messageID: MessageID
    /// The id of the user who has reached it.
    public var userID: UserID
    /// When it happened, in milliseconds since 1970, if known. The database stores its own time.
    public var milliseconds: Int64?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - receipt: The stage.
    ///   - conversationID: The conversation's id.
    ///   - messageID: The message's id.
    ///   - userID: The id of the user who has reached it.
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
