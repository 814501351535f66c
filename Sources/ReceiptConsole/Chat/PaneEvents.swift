/// How a pane is, as a page is told.
struct PaneState: Encodable, Sendable, Equatable {
    enum Phase: String, Encodable, Sendable {
        case loading, open, offline, failed
    }

    let pane: String
    var state: Phase
    /// What is wrong, in one line.
    @Nullable var error: String?
    /// How many receipts wait for a connection.
    var queued = 0
    var title = ""
    var isGroup = false
    /// Whether there is nothing before the messages that are known.
    var isComplete = false
    /// Whether only the newest message of one's own shows its receipt.
    let labelsLastOnly: Bool
    var members: [PersonView] = []
}

/// What has become of messages of a pane.
struct PaneMessages: Encodable, Sendable {
    struct Change: Encodable, Sendable {
        let kind: String
        let message: MessageView
    }

    let pane: String
    /// Whether these are all messages that the page has to know.
    let isFirst: Bool
    let changes: [Change]
}

/// Older messages, as a page has asked for them.
struct PanePage: Encodable, Sendable {
    let messages: [MessageView]
    let isComplete: Bool
}
