import ClientCore
import HTTPTypes
import JSONText

extension PubSub {
    /// The largest number of messages in one request.
    ///
    /// Source: <https://cloud.google.com/pubsub/quotas#resource_limits>
    public static let maximumMessages = 1000

    /// The largest request that the client sends, in bytes: Pub/Sub accepts 10 MB, and Google's emulator does not answer larger ones.
    public static let maximumRequestBytes = 9_500_000

    /// Publishes messages. Once this returns, Pub/Sub has stored all of them.
    ///
    /// - Parameters:
    ///   - messages: Any number; several requests are sent for many, one after the other. Content counts with a third more.
    ///   - topic: The topic.
    /// - Returns: The ids of the messages, in their order.
    /// - Throws: ``PubSubError``: `.invalidArgument` for a message of more than ``maximumRequestBytes``. The messages before it, and if the
    ///   outcome is unknown further ones, may have been published.
    @discardableResult
    public func publish(_ messages: [PubSubMessage], to topic: TopicName) async throws(PubSubError)
        -> [String]
    {
        var ids: [String] = []
        for batch in PublishBatches(messages) {
            if batch.bytes.count > PubSub.maximumRequestBytes {
                throw .invalidArgument(
                    "publish (\(topic)) failed: a message of \(batch.bytes.count) bytes is larger than \(PubSub.maximumRequestBytes)."
                )
            }
            let noun = batch.count == 1 ? "message" : "messages"
            var call = PubSubCall(
                .post, "publish of \(batch.count) \(noun)", of: topic.description, "publish", batch.bytes)
            call.isWrite = true
            ids += try await perform(call) { json in
                let ids = json["messageIds"]?.array?.compactMap(\.string)
                return ids?.count == batch.count ? ids : nil
            }
        }
        return ids
    }
}

/// Messages in parts that fit into requests: each a body, and its number of messages.
struct PublishBatches: Sequence, IteratorProtocol {
    private static let head = Array(#"{"messages":["#.utf8)
    private static let tail = Array("]}".utf8)

    private var rest: ArraySlice<PubSubMessage>
    /// The message that did not fit into the last part, as JSON.
    private var left: [UInt8]?

    init(_ messages: [PubSubMessage]) { rest = messages[...] }

    mutating func next() -> (bytes: [UInt8], count: Int)? {
        var (bytes, count) = (Self.head, 0)
        while count < PubSub.maximumMessages, let message = left ?? encodeNext() {
            left = nil
            if count > 0, bytes.count + message.count + 1 + Self.tail.count > PubSub.maximumRequestBytes {
                left = message
                break
            }
            if count > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += message
            count += 1
        }
        return count == 0 ? nil : (bytes + Self.tail, count)
    }

    private mutating func encodeNext() -> [UInt8]? {
        rest.popFirst().map { message in
            var writer = JSONWriter(.compact)
            message.write(to: &writer)
            return writer.bytes
        }
    }
}
