import PubSubClient
import ReadReceipts

/// What an intake needs of a worker.
protocol IntakeTarget: Sendable {
    /// Takes events, and answers once they are safe.
    func answer(to events: [ReceiptEvent]) async -> IntakeAnswer

    /// Takes a message that Pub/Sub pushes.
    func answer(to push: PushEnvelope, schema: ReceiptSchema) async -> IntakeAnswer

    /// Metrics for Prometheus.
    func metricsText() async throws(OutboxError) -> String

    /// Why events could not be stored or written now, in one line; nil when they could.
    func reasonNotToBeReady() async -> String?
}

/// What to answer to a request with events.
enum IntakeAnswer {
    /// They are on disk.
    case stored(Outbox.Intake, of: Int)
    /// The database has them.
    case written(Int)
    /// Some are not events, or can never be written; numbers start at 1.
    case refused(String, [(number: Int, reason: String)])
    /// There is no room.
    case full(String)
    /// They could be neither stored nor written now.
    case failed(String)
}

extension ReceiptWorker: IntakeTarget {
    func answer(to events: [ReceiptEvent]) async -> IntakeAnswer {
        do throws(OutboxError) {
            return .stored(try await take(events), of: events.count)
        } catch {
            return switch error.code {
            case .full: .full(error.description)
            case .disk, .taken, .unreadable: .failed(error.description)
            }
        }
    }

    func answer(to push: PushEnvelope, schema: ReceiptSchema) async -> IntakeAnswer {
        let body = EventBody.refusing(push.message.message.data, schema: schema)
        if let answer = IntakeAnswer(body.refusals, of: body.events.count + body.refusals.count) {
            return answer
        }
        return await answer(to: body.events)
    }

    func metricsText() async throws(OutboxError) -> String { try await prometheusText() }
}

extension MessageWorker: IntakeTarget {
    func answer(to events: [ReceiptEvent]) async -> IntakeAnswer {
        let source = RefusedMessage(id: "", subscription: "", attributes: [:], refusals: [])
        return await answer(events, [], of: source)
    }

    func answer(to push: PushEnvelope, schema: ReceiptSchema) async -> IntakeAnswer {
        let body = EventBody.refusing(push.message.message.data, schema: schema)
        let source = RefusedMessage(
            id: push.message.id, subscription: push.subscription,
            attributes: push.message.message.attributes, refusals: [])
        return await answer(body.events, body.refusals, of: source)
    }

    private func answer(
        _ events: [ReceiptEvent], _ refusals: [EventRefusal], of message: RefusedMessage
    ) async -> IntakeAnswer {
        if let reason = await source.reasonToWait { return .full(reason) }
        switch await take(events, refusals, of: message) {
        case .written: return .written(events.count)
        case .refused(let refusals): return IntakeAnswer(refusals, of: events.count) ?? .written(events.count)
        case .postponed: return .failed("the database could not write the events in time; send them again")
        }
    }

    func metricsText() async throws(OutboxError) -> String { await prometheusText() }
}

extension IntakeAnswer {
    /// The answer if some events are refused; nil if there are none.
    init?(_ refusals: [EventRefusal], of count: Int) {
        if refusals.isEmpty { return nil }
        let mistakes = refusals.enumerated().prefix(20).map { (number: $0 + 1, reason: $1.reason) }
        self = .refused("events that can never be written: \(refusals.count) of \(count)", mistakes)
    }
}
