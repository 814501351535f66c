import FirestoreClient
import FirestoreModel

/// How soon messages are read, in schemas that store when each was first read.
public struct ReadingStatistics: Sendable, Equatable {
    /// The number of messages counted: those with a time.
    public var messageCount: Int
    /// The times from sending to the first read, shortest first; only of messages that were read.
    public var timesToRead: [Duration]

    /// Counts messages; system messages do not count.
    public init(_ messages: some Sequence<Message>) {
        var (count, times) = (0, [Duration]())
        for message in messages where !message.isSystemMessage {
            guard let sent = message.timestamp else { continue }
            count += 1
            // Devices' clocks differ; a message cannot be read before it is sent.
            if let readAt = message.readAt { times.append(max(.zero, sent.duration(to: readAt))) }
        }
        messageCount = count
        timesToRead = times.sorted()
    }

    /// The share of messages read within a time, from 0 to 1; zero without messages.
    public func shareRead(within limit: Duration) -> Double {
        messageCount == 0 ? 0 : Double(timesToRead.count { $0 <= limit }) / Double(messageCount)
    }

    /// The median time to read; nil if no message was read.
    public var medianTimeToRead: Duration? {
        timesToRead.isEmpty ? nil : timesToRead[timesToRead.count / 2]
    }
}

extension Timestamp {
    fileprivate func duration(to later: Timestamp) -> Duration {
        .seconds(later.seconds - seconds) + .nanoseconds(Int64(later.nanoseconds) - Int64(nanoseconds))
    }
}
