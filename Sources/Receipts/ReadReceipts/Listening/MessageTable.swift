/// Messages by their ids. Each is stored by itself, because a dictionary's free places would each be as large as a message.
struct MessageTable: Sendable {
    private final class Entry: Sendable {
        let message: Message

        init(_ message: Message) { self.message = message }
    }

    private var entries: [MessageID: Entry] = [:]

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    var values: some Collection<Message> { entries.values.lazy.map(\.message) }

    subscript(id: MessageID) -> Message? {
        get { entries[id]?.message }
        set { entries[id] = newValue.map { Entry($0) } }
    }

    /// The messages with these ids.
    func only(_ ids: Set<MessageID>) -> MessageTable {
        var table = MessageTable()
        for id in ids { table.entries[id] = entries[id] }
        return table
    }
}
