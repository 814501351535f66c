/// A request to mark messages of a conversation.
public struct ReceiptRequest: Sendable, Equatable {
    /// The stage that the messages have reached.
    public var receipt: Receipt
    /// The conversation's id.
    public var conversationID: ConversationID
    /// The messages' ids; nil for the whole conversation.
    public var messageIDs: [MessageID]?

    /// Whether others must not see it: the user keeps their own place. Only in schemas with private cursors.
    public var isPrivate: Bool

    /// Creates a request.
    public init(
        _ receipt: Receipt, conversationID: ConversationID, messageIDs: [MessageID]? = nil,
        isPrivate: Bool = false
    ) {
        self.isPrivate = isPrivate
        self.receipt = receipt
        self.conversationID = conversationID
        self.messageIDs = messageIDs
    }
}
