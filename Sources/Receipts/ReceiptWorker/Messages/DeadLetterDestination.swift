public import PubSubClient

/// Where to put what can never be written.
public struct DeadLetterDestination: Sendable {
    /// Takes refusals of a message. Once it returns, the message is acknowledged.
    let take: @Sendable (RefusedMessage) async throws -> Void

    /// Puts them where a closure does. If it throws, the message is delivered again later.
    public init(_ take: @escaping @Sendable (RefusedMessage) async throws -> Void) {
        self.take = take
    }

    /// Publishes each event to a topic, as JSON, with these attributes beside those of its message: `receipts_code`, `receipts_reason`,
    /// `receipts_message_id`, and `receipts_subscription`. A worker can read a subscription of that topic, to try again.
    public static func topic(_ topic: TopicName, on pubSub: PubSub) -> DeadLetterDestination {
        DeadLetterDestination { message in try await pubSub.publish(message.letters, to: topic) }
    }

    /// Puts events into the dead letters of an outbox, and texts that are no events where a closure does.
    public static func list(
        _ outbox: Outbox, texts: @escaping @Sendable (RefusedMessage, [EventRefusal]) throws -> Void
    ) -> DeadLetterDestination {
        DeadLetterDestination { message in
            let others = message.refusals.filter { $0.event == nil }
            if !others.isEmpty { try texts(message, others) }
            try await outbox.storeDeadLetters(message.refusals)
        }
    }
}

/// A message of which parts can never be written.
public struct RefusedMessage: Sendable, Equatable {
    /// The message's id.
    public let id: String
    /// The subscription that delivered it.
    public let subscription: String
    /// The message's attributes.
    public let attributes: [String: String]
    /// The parts that can never be written.
    public let refusals: [EventRefusal]

    /// Creates one, for tests of what takes it.
    public init(id: String, subscription: String, attributes: [String: String], refusals: [EventRefusal]) {
        self.id = id
        self.subscription = subscription
        self.attributes = attributes
        self.refusals = refusals
    }

    /// The messages to publish in its place, one for each part.
    var letters: [PubSubMessage] {
        refusals.map { refusal in
            let kept = self.attributes.sorted { $0.key < $1.key }.prefix(Self.mostAttributes)
            var attributes = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
            attributes["receipts_code"] = refusal.code
            attributes["receipts_reason"] = refusal.reason.beginning(bytes: Self.mostBytes)
            attributes["receipts_message_id"] = id.beginning(bytes: Self.mostBytes)
            attributes["receipts_subscription"] = subscription.beginning(bytes: Self.mostBytes)
            return PubSubMessage(Array(refusal.text.utf8), attributes: attributes)
        }
    }

    /// A message has at most 100 attributes, with values of at most 1,024 bytes.
    private static let mostAttributes = 96
    private static let mostBytes = 1024
}

extension String {
    /// The longest beginning of whole characters that has so many bytes of UTF-8.
    func beginning(bytes limit: Int) -> String {
        if utf8.count <= limit { return self }
        var (length, end) = (0, startIndex)
        while end < endIndex {
            length += self[end].utf8.count
            if length > limit { break }
            end = index(after: end)
        }
        return String(self[..<end])
    }
}
