public import PubSubClient

/// A subscription that a worker pulls from.
public struct ReceiptSubscription: Sendable {
    /// The client.
    public let pubSub: PubSub
    /// The subscription's name.
    public let name: SubscriptionName
    /// The most messages that the worker holds at a time.
    public var maximumMessages = 10_000
    /// The size of messages, in bytes, from which the worker pulls no more until it has written some.
    public var maximumBytes = 64 << 20
    /// The number of simultaneous pulls.
    public var concurrency = 4
    /// The worker ends once no message has arrived for so long, and all are written; nil to go on for ever.
    public var endsAfterSilence: Duration?

    /// Creates one, with limits that suit most.
    public init(_ name: SubscriptionName, on pubSub: PubSub) {
        self.name = name
        self.pubSub = pubSub
    }
}
