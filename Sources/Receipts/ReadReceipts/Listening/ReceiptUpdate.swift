/// One change to a message or its receipt, as a ``ReceiptListener`` reports it.
public struct ReceiptUpdate: Sendable, Equatable {
    /// What happened to the message.
    public enum Kind: String, Sendable, CaseIterable {
        /// It is new, or existed when the listening started.
        case added
        /// It has changed, or its receipts have.
        case modified
        /// It was deleted, or newer messages have pushed it out of range.
        case removed
    }

    /// What happened.
    public var kind: Kind
    /// The conversation's id.
    public var conversationID: ConversationID
    /// The message now, or when it was last seen, if it was removed.
    public var message: Message
    /// The message before the change; nil if it was added.
    public var previous: Message?
    /// What the listening user sees next to the message; nil for messages of others. Without a user, what its sender sees.
    public var receipt: DisplayedReceipt?
    /// What the user saw there before.
    public var previousReceipt: DisplayedReceipt?
    /// Whether the message shows a local change that the server has not confirmed yet.
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
