import JSONText
package import PubSubClient

/// A message as Pub/Sub pushes it.
///
/// Source: <https://cloud.google.com/pubsub/docs/push#receive_push>
package struct PushEnvelope: Sendable {
    package let message: ReceivedMessage
    let subscription: String

    /// Reads the body of a request; nil if it is not an envelope.
    package init?(_ body: [UInt8]) {
        guard let json = try? JSONParser.parse(body), let content = json["message"],
            let message = PubSubMessage(content), let id = content["messageId"]?.string
        else { return nil }
        self.message = ReceivedMessage(ackID: "", id: id, message)
        subscription = json["subscription"]?.string ?? ""
    }
}
