import FirestoreModel
import HTTPTypes
import ReadReceipts

/// What a page wants to see in a pane.
struct PaneOpening: Decodable, Sendable {
    /// The page's name for the pane.
    let pane: String
    let user: UserID
    let conversation: ConversationID
    /// The schema's name; nil for the first one.
    let schema: String?
    /// The time to show, as RFC 3339; nil for now.
    let at: PastTime?
}

/// A past time at which to read.
struct PastTime: Decodable, Sendable {
    let time: Timestamp

    init(_ time: Timestamp) { self.time = time }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let time = Timestamp(rfc3339: text) else {
            throw ConsoleFailure(
                .badRequest, "\"\(text.prefix(40))\" is not a time such as 2026-01-02T11:00:00Z")
        }
        self.time = time
    }
}
