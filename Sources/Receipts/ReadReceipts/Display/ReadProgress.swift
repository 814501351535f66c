/// What the sender of a message sees beside it, where messages keep nothing but who has read them.
public enum ReadProgress: Sendable, Equatable {
    /// It is on its way to the server.
    case sending
    /// The server has it, and nobody has read it.
    case delivered
    /// The other one has read it, between two.
    case read
    /// So many have read it, of so many others.
    case readBy(Int, of: Int)
    /// All others have read it, in a group.
    case readByAll

    /// Computes how far a message has come.
    ///
    /// - Returns: nil for messages of others and of nobody, and for those that wait for a connection or were given up.
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
