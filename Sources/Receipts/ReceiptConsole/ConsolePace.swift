import ReadReceipts

/// How often the console asks: seldom where the database reports changes, often on an emulator that does not, and sparingly where
/// every read is billed.
struct ConsolePace: Sendable {
    /// How a pane listens.
    var listening: ListenerOptions
    /// When a message counts as read, and is reported.
    var reading: ReadingTiming
    /// The same in a database that reports every change to everybody, which is written to once a second at most.
    var pushedReading: ReadingTiming
    /// The time between two looks at the open details.
    var details: Duration
    /// The time between two looks at who takes part in a conversation.
    var conversation: Duration
    /// Whether to look at everything that is shown each time that something has changed.
    var refreshesOnChange: Bool
    /// How many of the pages of older messages that have been looked up are looked at again at a time, in turn.
    var olderPages: Int
    /// The time between two looks at what waits to be reported.
    var queue: Duration
    /// The time for which one change stands for those that follow it.
    var changes: Duration
    /// How often a database is asked whether it still answers.
    var probes: ProbePace
    /// How much is read for the list of conversations.
    var overview: OverviewPace

    /// When a message counts as read, and is reported, in one kind of database.
    func reading(in store: ReceiptStore) -> ReadingTiming { store.reportsChanges ? pushedReading : reading }

    /// The seconds between two looks at everything that a pane shows; nil where it never looks.
    var refreshSeconds: Double? { listening.refreshInterval.map { $0 / .seconds(1) } }

    /// - Parameters:
    ///   - isTold: Whether the database tells of changes.
    ///   - isBilled: Whether reads cost money.
    init(isTold: Bool, isBilled: Bool) {
        let interval = isBilled ? Duration.seconds(1) : isTold ? .milliseconds(250) : .milliseconds(80)
        listening = ListenerOptions(
            interval: interval, patience: isTold ? .seconds(2) : .seconds(60),
            newest: MessageHistory.pageSize,
            includesText: true, membersInterval: isBilled ? .seconds(30) : .seconds(5),
            refreshInterval: isBilled ? .seconds(30) : .seconds(5))
        reading = ReadingTiming(dwell: .seconds(1), flushDelay: .milliseconds(50))
        pushedReading = ReadingTiming(dwell: .seconds(1), flushDelay: .seconds(1))
        details = isBilled ? .seconds(1) : isTold ? .milliseconds(500) : .milliseconds(150)
        conversation = isBilled ? .seconds(30) : .seconds(3)
        refreshesOnChange = isTold
        olderPages = isBilled ? 1 : 5
        queue = .milliseconds(250)
        changes = .milliseconds(20)
        overview = OverviewPace(isTold: isTold, isBilled: isBilled)
        probes = ProbePace(isBilled: isBilled)
    }
}
