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

    /// Creates options: a poll each second, slower after half a minute, of all messages without their texts.
    public init(
        interval: Duration = .seconds(1), patience: Duration = .seconds(30), newest: Int? = nil,
        includesText: Bool = false, marksDelivered: Bool = true, membersInterval: Duration = .seconds(15)
    ) {
        self.interval = max(.milliseconds(10), interval)
        self.patience = max(.zero, patience)
        self.newest = newest.map { max(1, $0) }
        self.includesText = includesText
        self.marksDelivered = marksDelivered
        self.membersInterval = max(self.interval, membersInterval)
    }
}
