/// What the sender of a message sees beside it.
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
    /// A message is read when all other members have read it; as long as only some have, it is delivered.
    ///
    /// - Returns: nil for messages of others, which show no status, and for messages whose status is unknown.
    public init?(of message: Message, in conversation: Conversation, seenBy user: String) {
        guard message.senderID == user, let status = message.status else { return nil }
        let recipients = conversation.members.filter { $0 != user }
        let readers = Set(message.readBy)
        recipientCount = recipients.count
        readCount = recipients.count { readers.contains($0) }
        let isReadByAll = !recipients.isEmpty && readCount == recipientCount
        self.status = status == .read && !isReadByAll ? .delivered : status
    }
}
