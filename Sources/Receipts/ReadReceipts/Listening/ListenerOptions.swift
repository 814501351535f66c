/// How a ``ReceiptListener`` polls, and what it does beside that.
public struct ListenerOptions: Sendable, Equatable {
    /// The time from one poll to the next while something moves, at least 10 milliseconds.
    public var interval: Duration
    /// How long nothing must have moved before the polls become rarer: twice as rare each time, down to one in eight intervals.
    public var patience: Duration
    /// How many of the newest messages of each conversation to listen to; nil for all.
    public var newest: Int?
    /// Whether to read the messages' texts as well.
    public var includesText: Bool
    /// Whether messages from others are marked delivered as they arrive.
    public var marksDelivered: Bool
    /// How often to look who the members are, and which conversations there are.
    public var membersInterval: Duration
    /// How often to read everything that is listened to, and not only what may still gain a receipt; nil for never again.
    ///
    /// Only such a look finds that a message which everybody has read was edited or deleted, that one was inserted with an earlier time,
    /// or that the data was replaced. One follows each outage as well.
    ///
    /// On Cloud Firestore it costs a billed read for each message: with ``newest`` at 50, once a minute, 50 × 60 = 3,000 reads an hour,
    /// and with 10,000 messages and no limit 600,000. Beside it a settled conversation costs one read a poll, 450 to 3,600 an hour. In a
    /// Realtime Database it costs nothing, as the server reports every change.
    public var refreshInterval: Duration?

    /// Creates options: a poll each second, slower after half a minute, of all messages without their texts, and a look at
    /// everything once a minute.
    public init(
        interval: Duration = .seconds(1), patience: Duration = .seconds(30), newest: Int? = nil,
        includesText: Bool = false, marksDelivered: Bool = true, membersInterval: Duration = .seconds(15),
        refreshInterval: Duration? = .seconds(60)
    ) {
        self.interval = max(.milliseconds(10), interval)
        self.patience = max(.zero, patience)
        self.newest = newest.map { max(1, $0) }
        self.includesText = includesText
        self.marksDelivered = marksDelivered
        self.membersInterval = max(self.interval, membersInterval)
        self.refreshInterval = refreshInterval.map { [interval = self.interval] in max(interval, $0) }
    }
}
