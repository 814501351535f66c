/// How many messages to ask for, so that no more are held than there is room for. A value.
struct FlowControl: Equatable {
    /// The most messages that a pull returns.
    static let mostInPull = 1000

    let maximumMessages: Int
    let maximumBytes: Int
    let maximumPulls: Int

    /// The pulls in progress.
    private(set) var pulls = 0
    /// The messages that they ask for.
    private(set) var requested = 0
    /// The most to ask for in one pull: less after an answer that was too large.
    private var size = Self.mostInPull

    init(maximumMessages: Int, maximumBytes: Int, maximumPulls: Int) {
        self.maximumMessages = max(maximumMessages, 1)
        self.maximumBytes = max(maximumBytes, 1)
        self.maximumPulls = max(maximumPulls, 1)
    }

    /// Begins a pull, if there is room.
    ///
    /// - Parameters:
    ///   - messages: The messages held.
    ///   - bytes: Their size.
    /// - Returns: How many messages to ask for; nil if there is no room.
    mutating func begin(messages: Int, bytes: Int) -> Int? {
        guard pulls < maximumPulls, bytes < maximumBytes else { return nil }
        // Each pull gets its share of the room.
        let share = max(maximumMessages / maximumPulls, 1)
        let limit = min(size, share, maximumMessages - messages - requested)
        if limit <= 0 { return nil }
        pulls += 1
        requested += limit
        return limit
    }

    /// A pull has ended.
    mutating func end(_ limit: Int) {
        pulls -= 1
        requested -= limit
        size = min(size * 2, Self.mostInPull)
    }

    /// The answer to a pull was too large.
    mutating func endTooLarge(_ limit: Int) {
        pulls -= 1
        requested -= limit
        size = max(limit / 2, 1)
    }
}
