import ReadReceipts

/// How often the console polls: rarely if the database reports changes, often on an emulator that does not, and sparingly if reads are
/// billed.
struct ConsolePace: Sendable {
    /// The options of a pane's listener.
    var listening: ListenerOptions
    /// When a message counts as read, and is marked.
    var reading: ReadingTiming
    /// The same for a database that pushes every change, which is written at most once a second.
    var pushedReading: ReadingTiming
    /// The time between two polls of open details.
    var details: Duration
    /// The time between two reads of a conversation's members.
    var conversation: Duration
    /// Whether to refresh everything whenever something has changed.
    var refreshesOnChange: Bool
    /// How many pages of older messages to refresh at a time, in turn.
    var olderPages: Int
    /// The time between two checks of queued receipts.
    var queue: Duration
    /// The time during which further changes are merged into one.
    var changes: Duration
    /// How often to check that a database answers.
    var probes: ProbePace
    /// The time between two samples of a worker's outbox.
    var samples: Duration
    /// How much to read for the list of conversations.
    var overview: OverviewPace

    /// When a message counts as read, and is marked, in one kind of database.
    func reading(in store: ReceiptStore) -> ReadingTiming { store.reportsChanges ? pushedReading : reading }

    /// The seconds between two refreshes of a pane, or nil.
    var refreshSeconds: Double? { listening.refreshInterval.map { $0 / .seconds(1) } }

    /// - Parameters:
    ///   - isTold: Whether the database reports changes.
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
        samples = .seconds(5)
        overview = OverviewPace(isTold: isTold, isBilled: isBilled)
        probes = ProbePace(isBilled: isBilled)
    }
}
