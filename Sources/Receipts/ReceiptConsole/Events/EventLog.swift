/// The latest events of a page with their numbers, so that a page can catch up after a lost connection. A value.
struct EventLog: Sendable {
    /// How many bytes to keep. A page that misses more starts again.
    static let capacity = 4 << 20

    private var events: [(number: Int, event: ConsoleEvent)] = []
    private var size = 0
    private(set) var lastNumber = 0

    /// Adds an event.
    ///
    /// - Returns: Its number.
    mutating func append(_ event: ConsoleEvent) -> Int {
        lastNumber += 1
        events.append((lastNumber, event))
        size += event.data.utf8.count
        var dropped = 0
        while size > EventLog.capacity, dropped < events.count - 1 {
            size -= events[dropped].event.data.utf8.count
            dropped += 1
        }
        if dropped > 0 { events.removeFirst(dropped) }
        return lastNumber
    }

    /// The events after a number; nil if some of them are no longer kept.
    func events(after number: Int) -> [(number: Int, event: ConsoleEvent)]? {
        let first = events.first?.number ?? lastNumber + 1
        guard number >= first - 1, number <= lastNumber else { return nil }
        return Array(events.suffix(lastNumber - number))
    }
}
