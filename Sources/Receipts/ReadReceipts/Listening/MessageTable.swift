import OrderedCollections

/// Messages by their ids. Each is stored by itself, and the table is dense, because the free places of a dictionary of thousands of
/// conversations take more memory than its messages.
struct MessageTable: Sendable {
    private final class Entry: Sendable {
        let message: Message

        init(_ message: Message) { self.message = message }
    }

    private var entries: OrderedDictionary<MessageID, Entry> = [:]

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    var values: some Collection<Message> { entries.values.lazy.map(\.message) }

    subscript(id: MessageID) -> Message? {
        get { entries[id]?.message }
        set {
            if let newValue { entries[id] = Entry(newValue) } else { entries.removeUnordered(id) }
        }
    }

    /// The messages with these ids.
    func only(_ ids: Set<MessageID>) -> MessageTable {
        var table = MessageTable()
        for id in ids { table.entries[id] = entries[id] }
        return table
    }
}

extension OrderedDictionary {
    /// Removes a value in constant time. The last one takes its place.
    fileprivate mutating func removeUnordered(_ key: Key) {
        guard let index = index(forKey: key) else { return }
        swapAt(index, count - 1)
        removeLast()
    }
}
