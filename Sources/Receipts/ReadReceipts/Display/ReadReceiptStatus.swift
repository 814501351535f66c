/// What the sender of a message sees under it, where messages keep whom they were delivered to.
public enum ReadReceiptStatus: String, Sendable, Equatable, CaseIterable, Codable {
    /// Some recipient has not received it.
    case notDelivered
    /// All recipients have received it, and none has read it.
    case delivered
    /// Some recipients have read it, not all of them. Only where there is more than one.
    case readBySome
    /// All recipients have read it.
    case readByAll

    /// Computes how far a message has come.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - audience: The members of today.
    ///   - user: Who looks at it.
    ///   - waitsForFormerMembers: Whether those count who have received the message and then left.
    /// - Returns: nil for messages of others and of nobody, and for those that the server does not have yet.
    public init?(
        of message: Message, among audience: ReceiptAudience, seenBy user: UserID,
        waitsForFormerMembers: Bool = true
    ) {
        let recipients = ReadReceiptStatus.recipients(
            of: message, among: audience, seenBy: user, waitsForFormerMembers: waitsForFormerMembers)
        guard let recipients else { return nil }
        self.init(recipients)
    }

    init(_ recipients: Recipients) {
        if recipients.isReadByAll {
            self = .readByAll
        } else if recipients.readCount > 0 {
            self = .readBySome
        } else {
            self = recipients.isDeliveredToAll ? .delivered : .notDelivered
        }
    }

    /// The recipients of a message beside which a user sees how far it has come; nil where they see nothing.
    static func recipients(
        of message: Message, among audience: ReceiptAudience, seenBy user: UserID, waitsForFormerMembers: Bool
    ) -> Recipients? {
        guard message.showsReceipts(to: user), message.sending == .sent else { return nil }
        return Recipients(
            of: message, among: audience, countsDelivered: true, includesFormerMembers: waitsForFormerMembers)
    }

    /// Computes how far a single message has come.
    public init?(
        of message: Message, in conversation: Conversation, seenBy user: UserID,
        waitsForFormerMembers: Bool = true
    ) {
        self.init(
            of: message, among: ReceiptAudience(conversation), seenBy: user,
            waitsForFormerMembers: waitsForFormerMembers)
    }
}
