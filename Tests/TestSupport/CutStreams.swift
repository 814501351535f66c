package import HTTPTransport
package import HTTPTypes
import Synchronization

/// A network in which answers break off after a random number of bytes, and requests and whole answers are lost, until it has done
/// so often enough.
package final class CutStreams: HTTPStreamingTransport {
    private struct State {
        var generator: SeededGenerator
        var rest: Int
    }

    /// What becomes of an exchange.
    private enum Fate {
        case passes, isLost, answerIsLost, breaksAfter(Int)
    }

    private let base: any HTTPStreamingTransport
    private let state: Mutex<State>

    /// - Parameter count: How many faults there are in all.
    package init(_ base: any HTTPStreamingTransport, seed: UInt64, count: Int) {
        self.base = base
        state = Mutex(State(generator: SeededGenerator(seed: seed), rest: count))
    }

    /// How many faults are still to come.
    package var remaining: Int { state.withLock(\.rest) }

    private static let failure = HTTPTransportError(.connectionLost, "cut")

    private func fate(isStream: Bool) -> Fate {
        state.withLock { state in
            guard state.rest > 0 else { return .passes }
            let fate: Fate =
                switch state.generator.int(0...(isStream ? 7 : 11)) {
                case 0: .isLost
                case 1: .answerIsLost
                case 2...7 where isStream: .breaksAfter(state.generator.int(0...2000))
                case _: .passes
                }
            if case .passes = fate { return fate }
            state.rest -= 1
            return fate
        }
    }

    package func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        switch fate(isStream: false) {
        case .passes, .breaksAfter: return try await base.send(request, body: body)
        case .isLost: throw CutStreams.failure
        case .answerIsLost:
            _ = try await base.send(request, body: body)
            throw CutStreams.failure
        }
    }

    package func open(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPOpenResponse {
        switch fate(isStream: true) {
        case .passes: return try await base.open(request, body: body)
        case .isLost: throw CutStreams.failure
        case .answerIsLost:
            _ = try await base.open(request, body: body)
            throw CutStreams.failure
        case .breaksAfter(let count):
            let response = try await base.open(request, body: body)
            return HTTPOpenResponse(head: response.head, body: HTTPBodyPieces(cut(response, after: count)))
        }
    }

    private func cut(
        _ response: HTTPOpenResponse, after count: Int
    ) -> AsyncStream<Result<[UInt8], HTTPTransportError>> {
        let (pieces, continuation) = AsyncStream.makeStream(of: Result<[UInt8], HTTPTransportError>.self)
        let relay = Task {
            do throws(HTTPTransportError) {
                var rest = count
                var iterator = response.body.makeAsyncIterator()
                while rest > 0, let piece = try await iterator.next(isolation: nil) {
                    continuation.yield(.success(Array(piece.prefix(rest))))
                    rest -= piece.count
                }
                if rest <= 0 { continuation.yield(.failure(CutStreams.failure)) }
            } catch {
                continuation.yield(.failure(error))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in relay.cancel() }
        return pieces
    }
}
