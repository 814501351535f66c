import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport

/// A network that delays, loses, repeats and reorders requests and answers, as a seed chooses.
final class SimulatedNetwork: HTTPTransport {
    private struct State {
        var generator: SeededGenerator
        var isCalm = false
        var requests = 0
        var faults = 0
    }

    private enum Fate {
        case passes, losesRequest, losesAnswer, repeats, unavailable
    }

    private let base: any HTTPTransport
    private let clock: ManualClock
    private let state: Mutex<State>

    init(_ base: any HTTPTransport, seed: UInt64, clock: ManualClock) {
        self.base = base
        self.clock = clock
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// From now on, it only delays.
    func calmDown() { state.withLock { $0.isCalm = true } }

    var counts: (requests: Int, faults: Int) { state.withLock { ($0.requests, $0.faults) } }

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        let (fate, first, second) = state.withLock { state in
            state.requests += 1
            let fates: [Fate] = [.losesRequest, .losesAnswer, .repeats, .unavailable]
            let fate = !state.isCalm && state.generator.oneIn(4) ? state.generator.pick(fates) : .passes
            if case .passes = fate {} else { state.faults += 1 }
            return (fate, state.generator.int(1...400), state.generator.int(1...400))
        }
        try await wait(first)
        switch fate {
        case .losesRequest:
            throw HTTPTransportError(.connectionLost, "the request was lost")
        case .unavailable:
            return FaultyTransport.refusal(503, "UNAVAILABLE", "The service is currently unavailable.")
        case .repeats:
            _ = try await base.send(request, body: body)
            try await wait(second)
        case .passes, .losesAnswer: break
        }
        let answer = try await base.send(request, body: body)
        try await wait(second)
        if case .losesAnswer = fate { throw HTTPTransportError(.connectionLost, "the answer was lost") }
        return answer
    }

    private func wait(_ milliseconds: Int) async throws(HTTPTransportError) {
        do { try await clock.sleep(for: .milliseconds(milliseconds)) } catch {
            throw HTTPTransportError(.cancelled, "cancelled")
        }
    }
}
