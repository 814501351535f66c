import ReadReceipts

/// What a page wants to see in a pane.
struct PaneOpening: Decodable, Sendable {
    /// The page's name for the pane.
    let pane: String
    let user: UserID
    let conversation: ConversationID
    /// The schema's name; nil for the first one.
    let schema: String?
}
