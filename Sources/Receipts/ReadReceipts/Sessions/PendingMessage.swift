public import FirestoreModel

/// A message of the user's own that the server does not have yet, as far as this device knows.
public struct PendingMessage: Sendable, Equatable {
    /// The message's id, under which the server will have it.
    public let id: MessageID
    /// The conversation's id.
    public let conversationID: ConversationID
    /// What was written.
    public let text: String
    /// When it was written, by this device's clock.
    public let writtenAt: Timestamp
    /// Pending while it waits, sending while it is on its way, failed when the server has refused it.
    public internal(set) var state = Message.SendingState.pending
    /// Why the server has refused it; nil unless it has.
    public internal(set) var failure: Message.SendingFailure?
    /// Whether an attempt may have reached the server although no answer came.
    var mayHaveArrived = false

    /// Creates a message that waits.
    public init(id: MessageID, conversationID: ConversationID, text: String, writtenAt: Timestamp) {
        self.id = id
        self.conversationID = conversationID
        self.text = text
        self.writtenAt = writtenAt
    }
}
