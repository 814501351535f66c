import ReadReceipts

/// A part of a message that can never be written.
public struct EventRefusal: Sendable, Equatable {
    /// The event; nil for a text that is not one.
    public let event: ReceiptEvent?
    /// The event as JSON, or the text that is not an event.
    public let text: String
    /// The name of the status code, such as `PERMISSION_DENIED`; `INVALID_ARGUMENT` for what is not an event.
    public let code: String
    /// The reason, in one line.
    public let reason: String

    init(_ event: ReceiptEvent, code: String, reason: String) {
        self.event = event
        text = event.json
        self.code = code
        self.reason = reason
    }

    init(text: String, reason: String) {
        event = nil
        self.text = text
        code = "INVALID_ARGUMENT"
        self.reason = reason
    }
}

extension EventBody {
    /// Parses the data of a message. Whatever is not an event is refused.
    static func refusing(
        _ data: [UInt8], schema: ReceiptSchema
    ) -> (events: [ReceiptEvent], refusals: [EventRefusal]) {
        do throws(ReceiptEvent.Problem) {
            let body = try EventBody(data, schema: schema)
            var refusals = body.rejects.map { EventRefusal(text: $0.text, reason: $0.reason) }
            if body.events.isEmpty, refusals.isEmpty {
                refusals = [EventRefusal(text: "", reason: "the message contains no events")]
            }
            return (body.events, refusals)
        } catch {
            return (
                [], [EventRefusal(text: String(decoding: data, as: UTF8.self), reason: error.description)]
            )
        }
    }
}
