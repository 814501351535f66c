import FirestoreModel
import JSONText
import PubSubClient
import ReadReceipts
import ReceiptWorker

extension FuzzTarget {
    /// The events of a request to the worker: what is written of an event is read as the same one, and in whatever pieces lines arrive, the same
    /// events are in them.
    static let events = FuzzTarget("events") { input in
        for schema in [ReceiptSchema.status, .deliveredTo] {
            let whole = try? IntakeBody.events(input, isLines: false, schema: schema)
            for event in whole ?? [] {
                let again = try? ReceiptEvent(json: Array(event.json.utf8), schema: schema)
                try BrokenPromise.unless(again == event, "\(event.json) changes")
            }
            let (atOnce, inPieces) = (lines(input, pieces: 1, schema), lines(input, pieces: 3, schema))
            try BrokenPromise.unless(
                atOnce.events == inPieces.events && atOnce.rejects == inPieces.rejects,
                "the pieces of lines matter: \(atOnce.events.count), \(inPieces.events.count)")
        }
    }

    private static func lines(
        _ input: [UInt8], pieces: Int, _ schema: ReceiptSchema
    ) -> (events: [ReceiptEvent], rejects: [EventLines.Reject]) {
        var reader = EventLines(schema: schema)
        var (events, rejects): ([ReceiptEvent], [EventLines.Reject]) = ([], [])
        let length = max(1, (input.count + pieces - 1) / pieces)
        for start in stride(from: 0, to: input.count, by: length) {
            let result = reader.take(Array(input[start..<min(start + length, input.count)]))
            events += result.events
            rejects += result.rejects
        }
        let last = reader.finish()
        return (events + last.events, rejects + last.rejects)
    }

    /// The envelopes of Pub/Sub's pushes.
    static let pushes = FuzzTarget("pushes") { input in
        guard let envelope = PushEnvelope(input) else { return }
        _ = try? IntakeBody.events(envelope.message.message.data, isLines: false, schema: .status)
    }
}
