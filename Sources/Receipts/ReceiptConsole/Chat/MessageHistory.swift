import ReadReceipts

/// The messages of a pane: the newest ones, from a listener, and older ones that were loaded. A value.
struct MessageHistory: Sendable {
    /// How many of the newest messages to listen to, and how many to load at a time.
    static let pageSize = 200

    private var newest: [MessageID: Message] = [:]
    private var older: [MessageID: Message] = [:]
    /// Where the next page to refresh ends; nil at the beginning of a round.
    private var nextRefresh: Message?
    /// Whether all older messages are loaded.
    private(set) var isComplete = false

    /// The message before which the next page ends.
    var oldest: Message? {
        (Array(newest.values) + Array(older.values)).filter(\.isOnPage).min(by: Message.isOlder)
    }

    /// Whether any messages were loaded, beside those from the listener.
    var hasOlder: Bool { !older.isEmpty }

    /// A user's own messages among those that were loaded.
    func olderMessages(of user: UserID) -> [Message] { older.values.filter { $0.senderID == user } }

    /// All known messages.
    var messages: [Message] { Array(newest.values) + Array(older.values) }

    /// The oldest message from the listener.
    private var oldestListened: Message? { newest.values.filter(\.isOnPage).min(by: Message.isOlder) }

    /// Receives updates of the listener.
    ///
    /// - Returns: The updates for the page. Messages that newer ones push out of the listener's range stay on the page.
    mutating func received(_ updates: [ReceiptUpdate], isFirst: Bool) -> [ReceiptUpdate] {
        if isFirst {
            isComplete = updates.filter(\.message.isOnPage).count < MessageHistory.pageSize
        }
        for update in updates {
            if update.kind == .removed {
                newest[update.message.id] = nil
            } else {
                newest[update.message.id] = update.message
                older[update.message.id] = nil
            }
        }
        let isFull = newest.values.filter(\.isOnPage).count >= MessageHistory.pageSize
        let boundary = isFull ? oldestListened : nil
        return updates.filter { update in
            guard update.kind == .removed, let boundary, Message.isOlder(update.message, boundary) else {
                return true
            }
            // If it was deleted, the next refresh of its page finds out.
            older[update.message.id] = update.message
            return false
        }
    }

    /// Receives a page that was loaded.
    mutating func received(page: [Message]) {
        isComplete = page.count < MessageHistory.pageSize
        for message in page where newest[message.id] == nil { older[message.id] = message }
    }

    // MARK: Refreshing

    /// A page of older messages to refresh.
    struct Refresh: Sendable {
        /// The message before which it ends; nil for the newest page.
        let end: Message?
    }

    /// The page to refresh, in turn; nil if no older messages were loaded.
    var pageToRefresh: Refresh? {
        older.isEmpty ? nil : Refresh(end: nextRefresh ?? oldestListened)
    }

    /// Receives a refreshed page.
    ///
    /// - Returns: The changes, and whether the round is over.
    mutating func received(
        _ page: [Message], of refresh: Refresh
    ) -> (added: [Message], changed: [Message], gone: [Message], isRoundOver: Bool) {
        let beginning = page.count < MessageHistory.pageSize ? nil : page.first
        let ids = Set(page.map(\.id))
        let gone = older.values.filter { message in
            !ids.contains(message.id)
                && refresh.end.map { Message.isOlder(message, $0) } ?? true
                && beginning.map { !Message.isOlder(message, $0) } ?? true
        }
        for message in gone { older[message.id] = nil }
        var (added, changed): ([Message], [Message]) = ([], [])
        for message in page where newest[message.id] == nil {
            guard let known = older.updateValue(message, forKey: message.id) else {
                added.append(message)
                continue
            }
            if known != message { changed.append(message) }
        }
        if beginning == nil { isComplete = true }
        let goesOn = beginning.map { start in older.values.contains { Message.isOlder($0, start) } } ?? false
        nextRefresh = goesOn ? beginning : nil
        return (added, changed, gone.sorted(by: Message.isOlder), !goesOn)
    }
}

extension Message {
    /// Whether pages include it: the server has it, and it has a time.
    fileprivate var isOnPage: Bool { sending == .sent && timestamp != nil }
}
