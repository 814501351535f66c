import ReadReceipts

/// How often the console asks: seldom where the database tells of changes, often on an emulator that does not, and sparingly where
/// every read is billed.
struct ConsolePace: Sendable {
    /// How a pane listens.
    var listening: ListenerOptions
    /// When a message counts as read, and is reported.
    var reading: ReadingTiming
    /// The same in a Realtime Database, which is written to once a second at most.
    var databaseReading: ReadingTiming
    /// The time between two looks at the open details.
    var details: Duration
    /// The time between two looks at who takes part in a conversation, and at older messages.
    var conversation: Duration
    /// The time between two looks at what waits to be reported.
    var queue: Duration
    /// The time for which one change stands for those that follow it.
    var changes: Duration

    /// - Parameters:
    ///   - isTold: Whether the database tells of changes.
    ///   - isBilled: Whether reads cost money.
    init(isTold: Bool, isBilled: Bool) {
        let interval = isBilled ? Duration.seconds(1) : isTold ? .milliseconds(250) : .milliseconds(80)
        listening = ListenerOptions(
            interval: interval, patience: isTold ? .seconds(2) : .seconds(60),
            newest: MessageHistory.pageSize,
            includesText: true, membersInterval: isBilled ? .seconds(30) : .seconds(5))
        reading = ReadingTiming(dwell: .seconds(1), flushDelay: .milliseconds(50))
        databaseReading = ReadingTiming(dwell: .seconds(1), flushDelay: .seconds(1))
        details = isBilled ? .seconds(1) : isTold ? .milliseconds(500) : .milliseconds(150)
        conversation = isBilled ? .seconds(30) : .seconds(3)
        queue = .milliseconds(250)
        changes = .milliseconds(20)
    }
}
