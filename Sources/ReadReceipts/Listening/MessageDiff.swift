/// Finds what has changed between one reading of a conversation and the next. Pure.
struct MessageDiff {
    private var known: [String: Message] = [:]

    /// Takes in a reading.
    ///
    /// - Parameter messages: The messages as they are now, in the order in which they are to be reported.
    /// - Returns: The removals, then additions and modifications in the messages' order.
    mutating func changes(to messages: [Message]) -> [MessageChange] {
        var current: [String: Message] = [:]
        current.reserveCapacity(messages.count)
        var changes: [MessageChange] = []
        for message in messages {
            current[message.id] = message
            guard let previous = known[message.id] else {
                changes.append(MessageChange(.added, message))
                continue
            }
            // A document that was deleted and made anew has another update time, too.
            if previous.updateTime != message.updateTime {
                changes.append(MessageChange(.modified, message, previous: previous))
            }
        }
        let removed = known.values.filter { current[$0.id] == nil }.sorted { $0.id < $1.id }
        known = current
        return removed.map { MessageChange(.removed, $0, previous: $0) } + changes
    }
}
