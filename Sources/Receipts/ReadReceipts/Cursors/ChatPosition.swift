public import FirestoreModel

/// A place in a conversation: at a message, by its time and id.
public struct ChatPosition: Sendable, Hashable {
    /// The time of the message.
    public var time: Timestamp
    /// The id of the message.
    public var messageID: MessageID

    /// Creates a position.
    public init(time: Timestamp, messageID: MessageID) {
        self.time = time
        self.messageID = messageID
    }
}

extension ChatPosition: Comparable {
    /// The order of a chat: by time, then by id.
    public static func < (left: ChatPosition, right: ChatPosition) -> Bool {
        left.time == right.time ? left.messageID < right.messageID : left.time < right.time
    }
}

extension Message {
    /// Where the message is in its conversation; nil if it has no time, or if the server does not have it.
    public var position: ChatPosition? {
        guard sending == .sent, let timestamp else { return nil }
        return ChatPosition(time: timestamp, messageID: id)
    }
}
