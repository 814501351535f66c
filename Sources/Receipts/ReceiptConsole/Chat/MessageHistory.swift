import ReadReceipts

/// The messages of a pane: the newest ones, which are listened to, and those before them that were looked up. A value.
struct MessageHistory: Sendable {
    /// How many of the newest messages are listened to, and how many are looked up at a time.
    static let pageSize = 200

    private var newest: [MessageID: Message] = [:]
    private var older: [MessageID: Message] = [:]
    /// Where the next page to look at again ends; nil at the beginning of a round.
    private var nextRefresh: Message?
    /// Whether there is nothing before what is known.
    private(set) var isComplete = false

    /// The message before which the next page ends.
    var oldest: Message? {
        (Array(newest.values) + Array(older.values)).filter(\.isOnPage).min(by: Message.isOlder)
    }

    /// All that are known.
    var messages: [Message] { Array(newest.values) + Array(older.values) }

    /// The oldest message that is listened to.
    private var oldestListened: Message? { newest.values.filter(\.isOnPage).min(by: Message.isOlder) }

    /// Takes in what listening has found.
    ///
    /// - Returns: The updates that a page is told of: newer messages push others out of what is listened to, but not off the page.
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
            // It may have been deleted all the same: then it is missing from its page.
            older[update.message.id] = update.message
            return false
        }
    }

    /// Takes in a page that was looked up.
    mutating func received(page: [Message]) {
        isComplete = page.count < MessageHistory.pageSize
        for message in page where newest[message.id] == nil { older[message.id] = message }
    }

    // MARK: Looking again

    /// A page of older messages that is looked at again.
    struct Refresh: Sendable {
        /// The message before which it ends; nil for the newest page.
        let end: Message?
    }

    /// The page to look at again, one after the other and then anew; nil when no older messages were looked up.
    var pageToRefresh: Refresh? {
        older.isEmpty ? nil : Refresh(end: nextRefresh ?? oldestListened)
    }

    /// Takes in a page of older messages that was looked at again.
    ///
    /// - Returns: What has changed, and whether the round is over.
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
    /// Whether a page of messages may have it: what the server has, with a time.
    fileprivate var isOnPage: Bool { sending == .sent && timestamp != nil }
}
