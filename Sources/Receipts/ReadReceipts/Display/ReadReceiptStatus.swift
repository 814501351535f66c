/// What the sender of a message sees below it if messages store whom they were delivered to.
public enum ReadReceiptStatus: String, Sendable, Equatable, CaseIterable, Codable {
    /// Not all recipients have received it.
    case notDelivered
    /// All recipients have received it; nobody has read it.
    case delivered
    /// Some recipients of a group have read it, but not all.
    case readBySome
    /// All recipients have read it.
    case readByAll

    /// Computes the status of a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - audience: The current members.
    ///   - user: The user who looks at it.
    ///   - waitsForFormerMembers: Whether members count who received the message and then left.
    /// - Returns: nil for messages of others, for system messages, and for those that the server does not have yet.
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

    /// The recipients of a message, if the user sees its status; otherwise nil.
    static func recipients(
        of message: Message, among audience: ReceiptAudience, seenBy user: UserID, waitsForFormerMembers: Bool
    ) -> Recipients? {
        guard message.showsReceipts(to: user), message.sending == .sent else { return nil }
        return Recipients(
            of: message, among: audience, countsDelivered: true, includesFormerMembers: waitsForFormerMembers)
    }

    /// Computes the status of a single message.
    public init?(
        of message: Message, in conversation: Conversation, seenBy user: UserID,
        waitsForFormerMembers: Bool = true
    ) {
        self.init(
            of: message, among: ReceiptAudience(conversation), seenBy: user,
            waitsForFormerMembers: waitsForFormerMembers)
    }
}
