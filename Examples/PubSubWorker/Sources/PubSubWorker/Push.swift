import Foundation
import Hummingbird
import ReadReceipts
import ReceiptWorker

/// A message as Pub/Sub pushes it: https://cloud.google.com/pubsub/docs/push
struct Push: Decodable {
    struct Message: Decodable {
        var data: Data?
        var messageId: String
    }

    var message: Message
}

/// `POST /push` stores the events of a message.
///
/// Pub/Sub counts any status of success as an acknowledgement, and delivers everything else again. So the answer waits until the events
/// are on disk. A message that comes twice is harmless. One without valid events is refused each time, until Pub/Sub moves it to the
/// subscription's dead-letter topic.
func routes(to worker: ReceiptWorker) -> Router<BasicRequestContext> {
    let router = Router()
    router.post("push") { request, context in
        let message = try await request.decode(as: Push.self, context: context).message
        var lines = EventLines(schema: .status)
        let (events, rejects) = lines.takeAll([UInt8](message.data ?? Data()))
        guard rejects.isEmpty, !events.isEmpty else {
            let reason = rejects.first.map { "line \($0.line): \($0.reason)" } ?? "it has no events"
            context.logger.warning(
                "refused", metadata: ["message": "\(message.messageId)", "reason": "\(reason)"])
            throw HTTPError(.badRequest, message: reason)
        }
        do {
            try await worker.take(events)
        } catch {
            // The outbox or its disk is full; Pub/Sub tries again later.
            throw HTTPError(.serviceUnavailable, message: "\(error)")
        }
        return HTTPResponse.Status.noContent
    }
    return router
}

extension EventLines {
    /// The events of a whole text, one a line.
    fileprivate mutating func takeAll(_ bytes: [UInt8]) -> (events: [ReceiptEvent], rejects: [Reject]) {
        let lines = take(bytes)
        let last = finish()
        return (lines.events + last.events, lines.rejects + last.rejects)
    }
}
