import ReadReceipts

/// What a page wants to see in a pane.
struct PaneOpening: Decodable, Sendable {
    /// The page's name for the pane.
    let pane: String
    let user: UserID
    let conversation: ConversationID
    /// The schema's name; nil for the first one.
    let schema: String?
    /// The reader's language, such as `en-US`; nil for the console's.
    let locale: String?
    /// The reader's time zone, such as `Europe/Berlin`; nil for the console's.
    let timeZone: String?
}
