import FirestoreModel

/// What the server has counted in a large group, where not all cursors are read. A value.
struct CountedMessages: Sendable {
    /// Every cursor that has moved since this time, inclusive, is known. No other can have reached a message sent since then. Nil if only
    /// counts are known.
    let since: Timestamp?
    /// For each message, how many recipients have reached each stage.
    var counts: [MessageID: [Int]] = [:]

    /// Whether only the server can count the recipients of a message.
    func concerns(_ message: Message) -> Bool {
        guard let since else { return true }
        return message.position.map { $0.time < since } ?? false
    }
}
