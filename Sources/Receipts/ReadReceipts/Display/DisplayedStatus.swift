/// What the sender of a message sees next to it if messages store a status, or members have cursors: sending, sent, delivered or read.
public struct DisplayedStatus: Sendable, Equatable {
    /// The status for all recipients together.
    public var status: MessageStatus
    /// The number of other members who have read it.
    public var readCount: Int
    /// The number of other members.
    public var recipientCount: Int

    /// Creates a status.
    public init(status: MessageStatus, readCount: Int, recipientCount: Int) {
        self.status = status
        self.readCount = readCount
        self.recipientCount = recipientCount
    }

    /// Computes what a user sees next to a message.
    ///
    /// A message is read once all other members have read it; until then it is delivered. With cursors it is delivered once all have
    /// received it, or somebody has read it. Former members do not count.
    ///
    /// - Returns: nil for messages of others, for system messages, for those that wait to be sent or could not be sent, for an unknown
    ///   status, and where nobody has counted.
    public init?(of message: Message, among audience: ReceiptAudience, seenBy user: UserID) {
        guard message.showsReceipts(to: user) else { return nil }
        let recipients = Recipients(of: message, among: audience, countsDelivered: false)
        let isCounted = audience.counts(of: message) != nil
        guard let stored = audience.isOfMessages ? message.status : isCounted ? recipients.status : nil
        else { return nil }
        recipientCount = recipients.count
        readCount = recipients.readCount
        if message.sending == .sending {
            status = .sending
        } else {
            // Further stages are shown separately: see ``StageProgress``.
            status = stored >= .read ? (recipients.isReadByAll ? .read : .delivered) : stored
        }
    }

    /// Computes it for a single message.
    public init?(of message: Message, in conversation: Conversation, seenBy user: UserID) {
        self.init(of: message, among: ReceiptAudience(conversation), seenBy: user)
    }
}
