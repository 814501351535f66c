import HTTPTransport
import HTTPTypes
import Synchronization

/// Watches whether a database answers: by the requests that are made anyway, and by a probe when there are none.
final class StoreWatch: Sendable {
    private let health = Mutex(StoreHealth())
    private let probe: StoreProbe
    private let pace: ProbePace

    init(_ probe: StoreProbe, _ pace: ProbePace) {
        self.probe = probe
        self.pace = pace
    }

    /// How it is now.
    var current: StoreHealth { health.withLock { $0 } }

    /// Probes, if that is due.
    func look() async {
        guard health.withLock({ $0.beginProbe(at: .now, pace) }) else { return }
        let failure = await probe.ask(atMost: pace.limit)
        health.withLock { $0.endProbe(failure, at: .now) }
    }

    /// Makes an exchange, and notes whether it was answered.
    func noting<Answer>(
        _ head: KeyPath<Answer, HTTPResponse>,
        _ exchange: () async throws(HTTPTransportError) -> Answer
    ) async throws(HTTPTransportError) -> Answer {
        do throws(HTTPTransportError) {
            let answer = try await exchange()
            note(answer[keyPath: head].status)
            return answer
        } catch {
            note(error)
            throw error
        }
    }

    /// A request was answered.
    private func note(_ status: HTTPResponse.Status) {
        health.withLock { health in
            if StoreProbe.isAnswer(status) { health.answered(at: .now) } else { health.failed() }
        }
    }

    /// A request was not answered.
    func note(_ error: HTTPTransportError) {
        switch error.kind {
        case .unreachable, .connectionLost, .timedOut, .tlsFailed, .other: health.withLock { $0.failed() }
        // The caller's doing.
        case .invalidRequest, .responseTooLarge, .cancelled: break
        }
    }
}
