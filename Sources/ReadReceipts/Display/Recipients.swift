import FirestoreModel

/// Those who are to receive and read one message, counted for its sender. A user counts once, however often a list names them.
struct Recipients {
    /// How many there are.
    private(set) var count = 0
    /// How many of them have read it.
    private(set) var readCount = 0
    /// How many of them have received it; who has read it has.
    private(set) var deliveredCount = 0

    /// Counts for a message of the user's own.
    ///
    /// - Parameter includesFormerMembers: Whether those count who have received or read it and are no members any more.
    init(of message: Message, in conversation: Conversation, includesFormerMembers: Bool = false) {
        let readers = UserSet(message.readBy)
        let receivers = UserSet(message.deliveredTo)
        for member in conversation.members where !isSender(member, of: message) {
            count(readers.contains(member), receivers.contains(member))
        }
        guard includesFormerMembers else { return }
        let members = UserSet(conversation.members)
        var former = UserSet([])
        for user in message.readBy + message.deliveredTo
        where !members.contains(user) && !isSender(user, of: message) && former.insert(user) {
            count(readers.contains(user), receivers.contains(user))
        }
    }

    var isReadByAll: Bool { count > 0 && readCount == count }
    var isDeliveredToAll: Bool { count > 0 && deliveredCount == count }

    private mutating func count(_ isReader: Bool, _ isReceiver: Bool) {
        count += 1
        if isReader { readCount += 1 }
        if isReader || isReceiver { deliveredCount += 1 }
    }

    private func isSender(_ user: String, of message: Message) -> Bool {
        message.senderID.map { $0.hasSameUTF8(as: user) } ?? false
    }
}
