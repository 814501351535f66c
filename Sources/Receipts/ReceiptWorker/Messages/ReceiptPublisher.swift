public import PubSubClient
import ReadReceipts

/// Hands events over to workers, through a topic of Pub/Sub.
///
/// Each message has events of one conversation, whose id is the ordering key: subscriptions with ordering enabled deliver those of one
/// conversation to one worker at a time.
public struct ReceiptPublisher: Sendable {
    /// The topic.
    public let topic: TopicName
    private let pubSub: PubSub

    /// The most events in a message.
    static let mostEvents = 100
    /// The most bytes of an ordering key.
    static let longestKey = 1024

    /// Creates a publisher. Sends nothing yet.
    public init(to topic: TopicName, on pubSub: PubSub) {
        self.topic = topic
        self.pubSub = pubSub
    }

    /// Publishes events. Once this returns, Pub/Sub has stored all of them.
    ///
    /// - Returns: The number of messages.
    /// - Throws: `PubSubError`. Some of the events may have been published; to publish them again is harmless.
    @discardableResult
    public func publish(_ events: [ReceiptEvent]) async throws(PubSubError) -> Int {
        let messages = Self.messages(for: events)
        try await pubSub.publish(messages, to: topic)
        return messages.count
    }

    /// The messages for events: those of one conversation together, in their order.
    static func messages(for events: [ReceiptEvent]) -> [PubSubMessage] {
        var order: [ConversationID] = []
        var lines: [ConversationID: [String]] = [:]
        for event in events {
            if lines[event.conversationID] == nil { order.append(event.conversationID) }
            lines[event.conversationID, default: []].append(event.json)
        }
        return order.flatMap { conversation in
            let all = (lines[conversation] ?? [])[...]
            let key = conversation.string.beginning(bytes: longestKey)
            return stride(from: 0, to: all.count, by: mostEvents).map { start in
                let text = all[start..<min(start + mostEvents, all.count)].joined(separator: "\n")
                return PubSubMessage(Array(text.utf8), orderingKey: key)
            }
        }
    }
}
