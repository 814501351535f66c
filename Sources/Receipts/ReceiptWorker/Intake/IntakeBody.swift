package import ReadReceipts

/// Parses the events of a request: an array, a single event, or one per line.
package enum IntakeBody {
    /// What is wrong with the events of a request; numbers start at 1.
    package struct Refusal: Error, Equatable {
        package var message: String
        package var events: [(number: Int, reason: String)] = []

        package static func == (left: Refusal, right: Refusal) -> Bool {
            left.message == right.message && left.events.elementsEqual(right.events, by: ==)
        }
    }

    /// The maximum number of mistakes to report.
    private static let mostMistakes = 20

    /// Parses the events, all of which must be valid.
    ///
    /// - Parameter isLines: Whether the request declares one event per line.
    package static func events(
        _ bytes: [UInt8], isLines: Bool, schema: ReceiptSchema
    ) throws(Refusal) -> [ReceiptEvent] {
        let body: EventBody
        do throws(ReceiptEvent.Problem) {
            body = try EventBody(bytes, isLines: isLines, schema: schema)
        } catch {
            throw Refusal(message: error.description)
        }
        if !body.rejects.isEmpty {
            let (count, all) = (body.rejects.count, body.events.count + body.rejects.count)
            throw Refusal(
                message: "invalid events: \(count) of \(all); nothing was stored",
                events: body.rejects.prefix(mostMistakes).map { ($0.number, $0.reason) })
        }
        if body.events.isEmpty { throw Refusal(message: "the request contains no events") }
        return body.events
    }
}
