import ReadReceipts

/// The state of a pane, for the page.
struct PaneState: Encodable, Sendable, Equatable {
    enum Phase: String, Encodable, Sendable {
        case loading, open, offline, failed
    }

    let pane: String
    var state: Phase
    /// The error, in one line.
    @Nullable var error: String?
    /// The decision of an emulator's rules that denied it.
    var decision: RefusedDecision?
    /// The number of receipts that wait for a connection.
    var queued = 0
    var title = ""
    var isGroup = false
    /// Whether the conversation is no longer in the database.
    var isGone = false
    /// Whether all older messages are loaded, as far as is known.
    var isComplete = true
    /// Whether only the user's newest message shows a receipt.
    let labelsLastOnly: Bool
    var members: [PersonView] = []
    /// Which schema the messages have; nil while that is unknown.
    @Nullable var layout: PaneLayout?
}

/// Which schema the messages of a pane have.
struct PaneLayout: Encodable, Sendable, Equatable {
    /// The names of the schemas; empty if none is known.
    let schemas: [String]
    /// Whether several schemas occur, within a message or in different ones.
    let isMixed: Bool
    /// Whether the pane's schema is not among them, so nothing is written.
    let isReadOnly: Bool

    init?(_ layout: ConversationLayout?) {
        guard let layout, layout.isKnown else { return nil }
        (schemas, isMixed, isReadOnly) = (layout.schemas, layout.isMixed, layout.isForeign)
    }
}

/// Changes to the messages of a pane.
struct PaneMessages: Encodable, Sendable {
    struct Change: Encodable, Sendable {
        let kind: String
        let message: MessageView
    }

    let pane: String
    /// Whether these are all messages, rather than changes.
    let isFirst: Bool
    let changes: [Change]
}

/// Older messages that a page asked for.
struct PanePage: Encodable, Sendable {
    let messages: [MessageView]
    let isComplete: Bool
}
