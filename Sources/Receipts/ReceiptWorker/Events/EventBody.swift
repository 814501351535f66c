import JSONText
import ReadReceipts

/// The events of a text: an array, a single event, or one per line.
struct EventBody: Sendable {
    /// A part that is not an event.
    struct Reject: Sendable, Equatable {
        /// Which one it is, from 1: of an array's elements, or of the lines.
        let number: Int
        let reason: String
        /// The part itself; empty if it was too long.
        let text: String
    }

    var events: [ReceiptEvent] = []
    var rejects: [Reject] = []

    /// Parses a text.
    ///
    /// - Parameter isLines: Whether it is known to have one event per line.
    /// - Throws: `Problem` if it begins like an array, and is none.
    init(_ body: [UInt8], isLines: Bool = false, schema: ReceiptSchema) throws(ReceiptEvent.Problem) {
        let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if first == UInt8(ascii: "["), !isLines {
            for (index, (element, result)) in try ReceiptEvent.elements(json: body, schema: schema)
                .enumerated()
            {
                switch result {
                case .success(let event): events.append(event)
                case .failure(let problem):
                    rejects.append(
                        Reject(number: index + 1, reason: problem.description, text: element.compactText))
                }
            }
        } else if !isLines, let event = try? ReceiptEvent(json: body, schema: schema) {
            events = [event]
        } else {
            var lines = EventLines(schema: schema)
            let (whole, last) = (lines.take(body), lines.finish())
            events = whole.events + last.events
            rejects = (whole.rejects + last.rejects).map {
                Reject(number: $0.line, reason: $0.reason, text: $0.text)
            }
        }
    }
}
