import FirestoreModel
import ReadReceipts

/// What was said last in a conversation.
struct LastMessage: Encodable, Sendable, Equatable {
    /// How much of a text is shown, in characters.
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

/// What goes on in a conversation, as somebody sees it.
struct ConversationActivity: Encodable, Sendable, Equatable {
    @Nullable var last: LastMessage?
    /// How many messages the one who looks has not read, among the newest ones; nil where nobody looks.
    @Nullable var unread: Int?
    /// Whether there may be more.
    let isMore: Bool
}

/// The list of conversations that a page shows.
struct ConversationList: Encodable, Sendable {
    let conversations: [ConversationView]
    /// Whether these are all.
    let isComplete: Bool
    /// Whether it is known of all what was said last; else asking again tells of more.
    let isSettled: Bool
}

extension Message {
    /// Whether somebody has yet to read it: it is somebody else's, said by a person, and not marked.
    func isUnread(by user: UserID) -> Bool {
        guard let senderID, !isSystemMessage, senderID != user else { return false }
        return !readBy.contains(user)
    }
}
