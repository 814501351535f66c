import JSONText

/// A message that a subscription has delivered. Until its deadline, it is delivered to nobody else.
public struct ReceivedMessage: Sendable, Hashable {
    /// What acknowledges this delivery.
    public let ackID: String
    /// The message's id, the same in every delivery.
    public let id: String
    /// The message.
    public let message: PubSubMessage
    /// How many deliveries there were, this one included; nil if the subscription has no dead-letter policy.
    public let deliveryAttempt: Int?

    package init(ackID: String, id: String, _ message: PubSubMessage, deliveryAttempt: Int? = nil) {
        self.ackID = ackID
        self.id = id
        self.message = message
        self.deliveryAttempt = deliveryAttempt
    }

    /// Reads an element of a pull's answer; nil if it is not one.
    init?(_ json: JSON) {
        guard let ackID = json["ackId"]?.string, let body = json["message"],
            let id = body["messageId"]?.string,
            let message = PubSubMessage(body)
        else { return nil }
        var attempt: Int?
        if case .number(let digits)? = json["deliveryAttempt"] { attempt = Int(digits) }
        self.init(ackID: ackID, id: id, message, deliveryAttempt: attempt)
    }
}
