/// What reading a conversation has brought.
struct ConversationReading: Sendable {
    /// The conversation; nil for a missing one.
    let conversation: Conversation?
    /// How many reads are billed.
    let documentsRead: Int
}

/// What reading the cursors of a conversation has brought: what has changed since the last reading.
struct CursorsReading: Sendable {
    var changed: [ReceiptCursor] = []
    var removed: [UserID] = []
    /// How many reads are billed.
    var documentsRead = 0
}

/// What the server has counted.
struct CountsReading: Sendable {
    /// For each message, how many recipients have reached each stage.
    var counts: [MessageID: [Int]] = [:]
    /// How many reads are billed.
    var documentsRead = 0
}

/// The cursors around a message of a large group: the nearest of those who have read it, and of those who have not.
struct ReadersPage: Sendable {
    var readers: [ReceiptCursor] = []
    var others: [ReceiptCursor] = []
    /// How many recipients have reached each stage.
    var counts: [Int] = []
}

/// What reading a conversation's messages has brought.
struct MessagesReading: Sendable {
    enum Content: Sendable {
        /// All messages, as far back as the horizon reaches.
        case complete([Message], within: Horizon)
        /// What has changed since the last reading.
        case changes([Message], removed: [MessageID])
    }

    let content: Content
    /// How many reads are billed.
    let documentsRead: Int
}
