/// What the sender of a message sees beside it, where messages have a status: the ladder from sending to read.
public struct DisplayedStatus: Sendable, Equatable {
    /// How far the message has come for all recipients together.
    public var status: MessageStatus
    /// How many of the other members have read it.
    public var readCount: Int
    /// How many other members there are.
    public var recipientCount: Int

    /// Creates a status.
    public init(status: MessageStatus, readCount: Int, recipientCount: Int) {
        self.status = status
        self.readCount = readCount
        self.recipientCount = recipientCount
    }

    /// Computes what a user sees beside a message.
    ///
    /// A message is read when all other members have read it; as long as only some have, it is delivered. Who has left is not
    /// waited for.
    ///
    /// - Returns: nil for messages of others and of nobody, which show no status, for those that wait for a connection or were
    ///   given up, and for messages whose status is unknown.
    public init?(of message: Message, among audience: ReceiptAudience, seenBy user: UserID) {
        guard message.showsReceipts(to: user), let stored = message.status else { return nil }
        let recipients = Recipients(of: message, among: audience, countsDelivered: false)
        recipientCount = recipients.count
        readCount = recipients.readCount
        if message.sending == .sending {
            status = .sending
        } else {
            // Further stages are shown apart: see ``StageProgress``.
            status = stored >= .read ? (recipients.isReadByAll ? .read : .delivered) : stored
        }
    }

    /// Computes it for a single message.
    public init?(of message: Message, in conversation: Conversation, seenBy user: UserID) {
        self.init(of: message, among: ReceiptAudience(conversation), seenBy: user)
    }
}
