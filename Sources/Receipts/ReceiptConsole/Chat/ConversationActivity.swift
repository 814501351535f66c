import FirestoreModel
import ReadReceipts

/// The last message of a conversation.
struct LastMessage: Encodable, Sendable, Equatable {
    /// The maximum number of characters of the text.
    private static let textLimit = 120

    @Nullable var sender: UserID?
    @Nullable var senderName: String?
    @Nullable var text: String?
    /// In milliseconds since 1970; nil for a message without a time.
    @Nullable var time: Double?
    let system: Bool

    init(_ message: Message, _ profiles: [UserID: UserProfile]) {
        sender = message.senderID
        senderName = message.senderID.map { PersonView($0, profiles[$0]).name }
        text = message.text.map { String($0.prefix(LastMessage.textLimit)) }
        time = message.timestamp.map { Double($0.microseconds) / 1000 }
        system = message.isSystemMessage
    }
}

/// The last message and the unread count of a conversation, for one user.
struct ConversationActivity: Encodable, Sendable, Equatable {
    @Nullable var last: LastMessage?
    /// The number of unread messages among the newest; nil without a user.
    @Nullable var unread: Int?
    /// Whether there may be more.
    let isMore: Bool
}

/// The list of conversations that a page shows.
struct ConversationList: Encodable, Sendable {
    let conversations: [ConversationView]
    /// Whether the list is complete.
    let isComplete: Bool
    /// Whether the last message of every conversation is known; if not, asking again returns more.
    let isSettled: Bool
}

extension Message {
    /// Whether a user has not read it yet; false for the user's own and system messages.
    func isUnread(by user: UserID) -> Bool {
        guard let senderID, !isSystemMessage, senderID != user else { return false }
        return !readBy.contains(user)
    }
}
