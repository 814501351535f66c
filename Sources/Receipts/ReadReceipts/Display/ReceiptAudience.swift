/// The members of a conversation, made ready to count the receipts of many messages: make one, and use it until the members change.
public struct ReceiptAudience: Sendable {
    /// The conversation.
    public let conversation: Conversation
    let members: UserIndex

    /// Takes the members in.
    public init(_ conversation: Conversation) {
        self.conversation = conversation
        members = UserIndex(conversation.members)
    }
}
