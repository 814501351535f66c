import ClientCore
import CoreValues
import HTTPTypes
import JSONText

extension PubSub {
    /// The longest time until a deadline, in seconds.
    public static let longestDeadline = 600

    /// Waits for messages. The server answers as soon as it has some, with fewer than asked for, or after a while with none.
    ///
    /// Is not retried.
    ///
    /// - Parameters:
    ///   - subscription: The subscription.
    ///   - limit: The largest number of messages.
    /// - Returns: Messages, each of which is delivered to nobody else until its deadline; that of the subscription is at least 10 seconds.
    public func pull(
        _ subscription: SubscriptionName, limit: Int
    ) async throws(PubSubError) -> [ReceivedMessage] {
        let body = Array("{\"maxMessages\":\(max(limit, 1))}".utf8)
        var call = PubSubCall(.post, "pull", of: subscription.description, "pull", body)
        call.isLong = true
        return try await perform(call, retryPolicy: .never) { json in
            guard let elements = json["receivedMessages"] else { return [] }
            let messages = elements.array?.map { ReceivedMessage($0) }
            return messages?.contains(nil) == false ? messages?.compactMap(\.self) : nil
        }
    }

    /// Acknowledges messages, which are then not delivered again. An id whose deadline has passed may have no effect.
    ///
    /// - Parameters:
    ///   - ackIDs: Any number of ids; several requests are sent for many.
    ///   - subscription: The subscription of the messages.
    public func acknowledge(
        _ ackIDs: [String], of subscription: SubscriptionName
    ) async throws(PubSubError) {
        for ids in AckBatches(ackIDs) {
            try await send(ids, "acknowledge", "acknowledgement", deadline: nil, subscription)
        }
    }

    /// Sets the deadline of messages, from now on.
    ///
    /// - Parameters:
    ///   - ackIDs: Any number of ids; several requests are sent for many.
    ///   - seconds: From 0, to have the messages delivered again at once, to ``longestDeadline``.
    ///   - subscription: The subscription of the messages.
    public func modifyAckDeadline(
        of ackIDs: [String], toSeconds seconds: Int, of subscription: SubscriptionName
    ) async throws(PubSubError) {
        let deadline = min(max(seconds, 0), PubSub.longestDeadline)
        for ids in AckBatches(ackIDs) {
            try await send(ids, "modifyAckDeadline", "new deadline", deadline: deadline, subscription)
        }
    }

    private func send(
        _ ids: ArraySlice<String>, _ verb: String, _ name: String, deadline: Int?,
        _ subscription: SubscriptionName
    ) async throws(PubSubError) {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member("ackIds") { $0.array(ids) { $0.string($1) } }
            if let deadline { writer.member("ackDeadlineSeconds") { $0.raw("\(deadline)") } }
        }
        let subject = "\(name) of \(ids.count) \(ids.count == 1 ? "message" : "messages")"
        let call = PubSubCall(.post, subject, of: subscription.description, verb, writer.bytes)
        try await perform(call) { _ in () }
    }
}

/// Ids in parts that fit into requests, which have at most 512 KiB.
///
/// Source: <https://cloud.google.com/pubsub/quotas#resource_limits>
struct AckBatches: Sequence, IteratorProtocol {
    static let mostIDs = 1000
    static let mostBytes = 400_000

    private var rest: ArraySlice<String>

    init(_ ids: [String]) { rest = ids[...] }

    mutating func next() -> ArraySlice<String>? {
        var bytes = 0
        let part = rest.prefix(Self.mostIDs).prefix { id in
            bytes += id.utf8.count + 3
            return bytes <= Self.mostBytes || bytes == id.utf8.count + 3
        }
        rest = rest.dropFirst(part.count)
        return part.isEmpty ? nil : part
    }
}
