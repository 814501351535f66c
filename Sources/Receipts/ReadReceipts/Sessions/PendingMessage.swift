public import FirestoreModel

/// A message of the user that the server does not have yet, as far as this device knows.
public struct PendingMessage: Sendable, Equatable {
    /// The message's id, also on the server.
    public let id: MessageID
    /// The conversation's id.
    public let conversationID: ConversationID
    /// The message's text.
    public let text: String
    /// When it was written, by this device's clock.
    public let writtenAt: Timestamp
    /// Pending while it waits, sending while it is being sent, failed if the server refused it.
    public internal(set) var state = Message.SendingState.pending
    /// Why the server refused it; nil if it did not.
    public internal(set) var failure: Message.SendingFailure?
    /// Whether an attempt may have reached the server without a response.
    var mayHaveArrived = false

    /// Creates a pending message.
    public init(id: MessageID, conversationID: ConversationID, text: String, writtenAt: Timestamp) {
        self.id = id
        self.conversationID = conversationID
        self.text = text
        self.writtenAt = writtenAt
    }
}
