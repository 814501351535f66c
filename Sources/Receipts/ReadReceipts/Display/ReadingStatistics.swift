import FirestoreClient
import FirestoreModel

/// How soon messages are read, in schemas that keep when each was first read.
public struct ReadingStatistics: Sendable, Equatable {
    /// How many messages were counted: those whose time of sending is known.
    public var messageCount: Int
    /// The times from the sending to the first reading of those that were read, shortest first.
    public var timesToRead: [Duration]

    /// Counts messages; system messages do not count.
    public init(_ messages: some Sequence<Message>) {
        var (count, times) = (0, [Duration]())
        for message in messages where !message.isSystemMessage {
            guard let sent = message.timestamp else { continue }
            count += 1
            // Clocks of devices differ: what was read before it was sent was read at once.
            if let readAt = message.readAt { times.append(max(.zero, sent.duration(to: readAt))) }
        }
        messageCount = count
        timesToRead = times.sorted()
    }

    /// The share of the messages that were read within a time, from 0 to 1; zero without messages.
    public func shareRead(within limit: Duration) -> Double {
        messageCount == 0 ? 0 : Double(timesToRead.count { $0 <= limit }) / Double(messageCount)
    }

    /// The time within which half of the messages that were read were read; nil when none was.
    public var medianTimeToRead: Duration? {
        timesToRead.isEmpty ? nil : timesToRead[timesToRead.count / 2]
    }
}

extension Timestamp {
    fileprivate func duration(to later: Timestamp) -> Duration {
        .seconds(later.seconds - seconds) + .nanoseconds(Int64(later.nanoseconds) - Int64(nanoseconds))
    }
}
