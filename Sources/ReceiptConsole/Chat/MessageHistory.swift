import ReadReceipts

/// The messages of a pane: the newest ones, which are listened to, and those before them that were looked up. A value.
struct MessageHistory: Sendable {
    /// How many of the newest messages are listened to, and how many are looked up at a time.
    static let pageSize = 200
    /// How many of the older messages are looked at again when something has changed: those that were looked up last.
    static let refreshLimit = 300

    private var newest: [String: Message] = [:]
    private var older: [String: Message] = [:]
    /// Older messages that may still change, in the order in which they were looked up.
    private var unsettled: [String] = []
    /// Whether there is nothing before what is known.
    private(set) var isComplete = false

    /// The message before which the next page ends.
    var oldest: Message? {
        // A message without a time, as one on its way, is on no page.
        (Array(newest.values) + Array(older.values)).filter { $0.timestamp != nil }.min(by: Message.isOlder)
    }

    /// Older messages that may have changed.
    var idsToRefresh: [String] { Array(unsettled.suffix(MessageHistory.refreshLimit)) }

    /// Takes in what listening has found.
    ///
    /// - Returns: The updates that a page is told of: newer messages push others out of what is listened to, but not off the page.
    mutating func received(_ updates: [ReceiptUpdate], isFirst: Bool) -> [ReceiptUpdate] {
        if isFirst { isComplete = updates.count < MessageHistory.pageSize }
        var told: [ReceiptUpdate] = []
        let added = updates.filter { $0.kind == .added }.map(\.message)
        for update in updates where update.kind != .removed {
            newest[update.message.id] = update.message
            if older.removeValue(forKey: update.message.id) != nil {
                unsettled.removeAll { $0 == update.message.id }
            }
            told.append(update)
        }
        for update in updates where update.kind == .removed {
            newest[update.message.id] = nil
            let isPushedOut =
                added.contains { Message.isOlder(update.message, $0) }
                && newest.values.filter { $0.timestamp != nil }.count >= MessageHistory.pageSize
            if isPushedOut { keep(update.message) } else { told.append(update) }
        }
        return told
    }

    /// Takes out a message of one's own that could not be sent; nil for any other message.
    mutating func removeFailed(_ id: String) -> Message? {
        newest[id]?.sending == .failed ? newest.removeValue(forKey: id) : nil
    }

    /// Takes in a page that was looked up.
    mutating func received(page: [Message]) {
        isComplete = page.count < MessageHistory.pageSize
        for message in page where newest[message.id] == nil { keep(message) }
    }

    /// Takes in older messages that were looked at again.
    ///
    /// - Returns: Those that have changed, and those that are gone.
    mutating func refreshed(_ found: [Message], missing: [String]) -> (changed: [Message], gone: [Message]) {
        let changed = found.filter { message in
            older[message.id].map { $0 != message } ?? false
        }
        for message in changed { older[message.id] = message }
        let gone = missing.compactMap { older.removeValue(forKey: $0) }
        unsettled.removeAll { id in missing.contains(id) }
        return (changed, gone)
    }

    /// Notes that nothing about an older message can change any more.
    mutating func settle(_ ids: Set<String>) {
        if !ids.isEmpty { unsettled.removeAll { ids.contains($0) } }
    }

    private mutating func keep(_ message: Message) {
        if older.updateValue(message, forKey: message.id) == nil { unsettled.append(message.id) }
    }
}
