/// How a ``ReceiptListener`` listens, and what else it does.
public struct ListenerOptions: Sendable, Equatable {
    /// How changes reach the listener.
    public enum Method: String, Sendable, CaseIterable {
        /// The server pushes them where it can; otherwise the listener polls.
        case automatic
        /// The listener asks for them again and again. On a Realtime Database, which always pushes, this is ``automatic``.
        case polling
    }

    /// How changes reach the listener.
    public var method: Method
    /// The time between polls while something changes; at least 10 milliseconds.
    public var interval: Duration
    /// How long nothing must change before polls become less frequent: half as often each time, down to one in eight intervals.
    public var patience: Duration
    /// How many of the newest messages of each conversation to listen to; nil for all.
    public var newest: Int?
    /// Whether to read the messages' texts too.
    public var includesText: Bool
    /// Whether to mark messages from others delivered as they arrive.
    public var marksDelivered: Bool
    /// How often to read the members and the list of conversations.
    public var membersInterval: Duration
    /// How often to refresh everything, rather than only messages that may still gain a receipt; nil for never.
    ///
    /// Only a refresh finds edits and deletions of messages that everybody has read, messages inserted with an earlier time, and replaced
    /// data. A refresh also follows each outage.
    ///
    /// Where the server pushes changes, a refresh costs nothing. When Cloud Firestore is polled, a refresh costs one billed read per
    /// message: with ``newest`` at 50, once a minute, 50 × 60 = 3,000 reads an hour; with 10,000 messages and no limit, 600,000. In
    /// addition, a settled conversation costs one read per poll, 450 to 3,600 an hour.
    public var refreshInterval: Duration?

    /// Creates options: by default pushed changes of all messages without texts, or a poll each second, slower after half a minute, and a
    /// refresh once a minute.
    public init(
        method: Method = .automatic, interval: Duration = .seconds(1), patience: Duration = .seconds(30),
        newest: Int? = nil,
        includesText: Bool = false, marksDelivered: Bool = true, membersInterval: Duration = .seconds(15),
        refreshInterval: Duration? = .seconds(60)
    ) {
        self.method = method
        self.interval = max(.milliseconds(10), interval)
        self.patience = max(.zero, patience)
        self.newest = newest.map { max(1, $0) }
        self.includesText = includesText
        self.marksDelivered = marksDelivered
        self.membersInterval = max(self.interval, membersInterval)
        self.refreshInterval = refreshInterval.map { [interval = self.interval] in max(interval, $0) }
    }
}
