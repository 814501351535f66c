import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport

/// A network that delays, loses, repeats and reorders requests and answers, and cuts streams, as a seed chooses.
final class SimulatedNetwork: HTTPStreamingTransport {
    private struct State {
        var generator: SeededGenerator
        var isCalm = false
        var requests = 0
        var faults = 0
    }

    private enum Fate {
        case passes, losesRequest, losesAnswer, repeats, unavailable
        /// The stream breaks off after so many bytes.
        case cuts(Int)
        /// Nothing comes after so many bytes, but the stream stays open.
        case silences(Int)
    }

    private let base: any HTTPStreamingTransport
    private let clock: ManualClock
    private let state: Mutex<State>

    init(_ base: any HTTPStreamingTransport, seed: UInt64, clock: ManualClock) {
        self.base = base
        self.clock = clock
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// From now on, it only delays.
    func calmDown() { state.withLock { $0.isCalm = true } }

    var counts: (requests: Int, faults: Int) { state.withLock { ($0.requests, $0.faults) } }

    /// Chooses what becomes of a request.
    ///
    /// - Parameter fates: What may become of one in four.
    private func fate(_ fates: (inout SeededGenerator) -> Fate) -> Fate {
        state.withLock { state in
            state.requests += 1
            guard !state.isCalm, state.generator.oneIn(4) else { return .passes }
            state.faults += 1
            return fates(&state.generator)
        }
    }

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        // What a listener asks for is numbered, and arrives once.
        let isOfListener = request.path?.contains("/channel") ?? false
        let fate = fate {
            $0.pick(
                isOfListener
                    ? [.losesRequest, .losesAnswer, .unavailable]
                    : [.losesRequest, .losesAnswer, .repeats, .unavailable])
        }
        try await wait()
        switch fate {
        case .losesRequest: throw SimulatedNetwork.lost
        case .unavailable:
            return FaultyTransport.refusal(503, "UNAVAILABLE", "The service is currently unavailable.")
        case .repeats:
            _ = try await base.send(request, body: body)
            try await wait()
        case .passes, .losesAnswer, .cuts, .silences: break
        }
        let answer = try await base.send(request, body: body)
        try await wait()
        if case .losesAnswer = fate { throw SimulatedNetwork.lost }
        return answer
    }

    func open(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPOpenResponse {
        let fate = fate { $0.pick([.losesRequest, .cuts($0.int(0...3000)), .silences($0.int(0...3000))]) }
        try await wait()
        switch fate {
        case .cuts(let count): return relay(try await base.open(request, body: body), count, .zero)
        // As long as a real client waits for a byte.
        case .silences(let count): return relay(try await base.open(request, body: body), count, .seconds(60))
        case .passes: return relay(try await base.open(request, body: body), .max, .zero)
        case .losesRequest, .losesAnswer, .repeats, .unavailable: throw SimulatedNetwork.lost
        }
    }

    /// Passes a stream on, piece by piece.
    ///
    /// - Parameters:
    ///   - count: After so many bytes it breaks off.
    ///   - silence: How long the client takes to notice.
    private func relay(_ response: HTTPOpenResponse, _ count: Int, _ silence: Duration) -> HTTPOpenResponse {
        let (pieces, continuation) = AsyncStream.makeStream(of: Result<[UInt8], HTTPTransportError>.self)
        let relay = Task {
            do throws(HTTPTransportError) {
                var rest = count
                var iterator = response.body.makeAsyncIterator()
                while rest > 0, let piece = try await iterator.next(isolation: nil) {
                    try await wait()
                    continuation.yield(.success(Array(piece.prefix(rest))))
                    rest -= piece.count
                }
                if rest <= 0 {
                    if silence > .zero { try await wait(silence) }
                    throw SimulatedNetwork.lost
                }
            } catch {
                continuation.yield(.failure(error))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in relay.cancel() }
        return HTTPOpenResponse(head: response.head, body: HTTPBodyPieces(pieces))
    }

    private static let lost = HTTPTransportError(.connectionLost, "the connection was lost")

    private func wait(_ time: Duration? = nil) async throws(HTTPTransportError) {
        let time = time ?? state.withLock { .milliseconds($0.generator.int(1...400)) }
        do { try await clock.sleep(for: time) } catch {
            throw HTTPTransportError(.cancelled, "cancelled")
        }
    }
}
