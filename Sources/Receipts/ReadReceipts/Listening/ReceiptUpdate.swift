/// One change to a message or its receipt, as a ``ReceiptListener`` reports it.
public struct ReceiptUpdate: Sendable, Equatable {
    /// What happened to the message.
    public enum Kind: String, Sendable, CaseIterable {
        /// It is new, or it was there when the listening began.
        case added
        /// It has changed, or what its sender sees beside it has.
        case modified
        /// It was deleted, or newer messages have pushed it out of what is listened to.
        case removed
    }

    /// What happened.
    public var kind: Kind
    /// The conversation's id.
    public var conversationID: ConversationID
    /// The message as it is now, or as it was last seen when it was removed.
    public var message: Message
    /// The message before the change; nil when it was added.
    public var previous: Message?
    /// What the one who listens sees beside the message; nil for messages of others. Where nobody in particular listens, what its
    /// sender sees.
    public var receipt: DisplayedReceipt?
    /// What was to be seen there before.
    public var previousReceipt: DisplayedReceipt?
    /// Whether the message shows a change of this device that the server has not confirmed yet.
    public var hasPendingWrites: Bool

    /// Creates an update.
    public init(
        _ kind: Kind, conversationID: ConversationID, message: Message, previous: Message? = nil,
        receipt: DisplayedReceipt? = nil, previousReceipt: DisplayedReceipt? = nil,
        hasPendingWrites: Bool = false
    ) {
        self.kind = kind
        self.conversationID = conversationID
        self.message = message
        self.previous = previous
        self.receipt = receipt
        self.previousReceipt = previousReceipt
        self.hasPendingWrites = hasPendingWrites
    }
}
