import ReadReceipts

/// How a pane is, as a page is told.
struct PaneState: Encodable, Sendable, Equatable {
    enum Phase: String, Encodable, Sendable {
        case loading, open, offline, failed
    }

    let pane: String
    var state: Phase
    /// What is wrong, in one line.
    @Nullable var error: String?
    /// Where an emulator explains why its rules denied it.
    var decision: RefusedDecision?
    /// How many receipts wait for a connection.
    var queued = 0
    var title = ""
    var isGroup = false
    /// Whether the conversation is no longer in the database.
    var isGone = false
    /// Whether there is nothing before the messages that are known.
    var isComplete = false
    /// Whether only the newest message of one's own shows its receipt.
    let labelsLastOnly: Bool
    var members: [PersonView] = []
    /// Which schema the messages have; nil as long as none of them tells.
    @Nullable var layout: PaneLayout?
}

/// Which schema the messages of a pane have.
struct PaneLayout: Encodable, Sendable, Equatable {
    /// The names of the schemas; none where it is no known one.
    let schemas: [String]
    /// Whether messages have the fields of several at once, or some those of one and some those of another.
    let isMixed: Bool
    /// Whether the pane's own schema is none of them: then nothing is written.
    let isReadOnly: Bool

    init?(_ layout: ConversationLayout?) {
        guard let layout, layout.isKnown else { return nil }
        (schemas, isMixed, isReadOnly) = (layout.schemas, layout.isMixed, layout.isForeign)
    }
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
