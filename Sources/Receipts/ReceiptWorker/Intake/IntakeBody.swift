import ReadReceipts

/// Parses the events of a request: an array, a single event, or one per line.
enum IntakeBody {
    /// What is wrong with the events of a request; numbers start at 1.
    struct Refusal: Error, Equatable {
        var message: String
        var events: [(number: Int, reason: String)] = []

        static func == (left: Refusal, right: Refusal) -> Bool {
            left.message == right.message && left.events.elementsEqual(right.events, by: ==)
        }
    }

    /// The maximum number of mistakes to report.
    private static let mostMistakes = 20

    /// Parses the events, all of which must be valid.
    ///
    /// - Parameter isLines: Whether the request declares one event per line.
    static func events(
        _ body: [UInt8], isLines: Bool, schema: ReceiptSchema
    ) throws(Refusal) -> [ReceiptEvent] {
        let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if first == UInt8(ascii: "["), !isLines {
            let results: [Result<ReceiptEvent, ReceiptEvent.Problem>]
            do throws(ReceiptEvent.Problem) {
                results = try ReceiptEvent.array(json: body, schema: schema)
            } catch {
                throw Refusal(message: error.description)
            }
            var (events, mistakes): ([ReceiptEvent], [(Int, String)]) = ([], [])
            for (index, result) in results.enumerated() {
                switch result {
                case .success(let event): events.append(event)
                case .failure(let problem): mistakes.append((index + 1, problem.description))
                }
            }
            return try checked(events, mistakes)
        }
        if !isLines, let event = try? ReceiptEvent(json: body, schema: schema) { return [event] }
        var lines = EventLines(schema: schema)
        let (whole, last) = (lines.take(body), lines.finish())
        return try checked(
            whole.events + last.events, (whole.rejects + last.rejects).map { ($0.line, $0.reason) })
    }

    private static func checked(
        _ events: [ReceiptEvent], _ mistakes: [(Int, String)]
    ) throws(Refusal) -> [ReceiptEvent] {
        if !mistakes.isEmpty {
            throw Refusal(
                message:
                    "invalid events: \(mistakes.count) of \(events.count + mistakes.count); nothing was stored",
                events: Array(mistakes.prefix(mostMistakes)))
        }
        if events.isEmpty { throw Refusal(message: "the request contains no events") }
        return events
    }
}
