/// What the sender of a message sees next to it if messages store only their readers.
public enum ReadProgress: Sendable, Equatable {
    /// It is being sent.
    case sending
    /// The server has it; nobody has read it.
    case delivered
    /// The other member of a conversation of two has read it.
    case read
    /// The number of readers, and of other members.
    case readBy(Int, of: Int)
    /// All other members of a group have read it.
    case readByAll

    /// Computes the progress of a message.
    ///
    /// - Returns: nil for messages of others, for system messages, and for those that wait to be sent or could not be sent.
    public init?(of message: Message, among audience: ReceiptAudience, seenBy user: UserID) {
        guard message.showsReceipts(to: user) else { return nil }
        if message.sending == .sending {
            self = .sending
            return
        }
        let recipients = Recipients(of: message, among: audience, countsDelivered: false)
        if recipients.readCount == 0 {
            self = .delivered
        } else if recipients.isReadByAll {
            self = recipients.count == 1 ? .read : .readByAll
        } else {
            self = .readBy(recipients.readCount, of: recipients.count)
        }
    }

    /// Computes it for a single message.
    public init?(of message: Message, in conversation: Conversation, seenBy user: UserID) {
        self.init(of: message, among: ReceiptAudience(conversation), seenBy: user)
    }
}
