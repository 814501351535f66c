public import HTTPTransport
public import HTTPTypes
import Synchronization

/// A connection with streams that a test takes down and puts up again: what is open then breaks off.
public final class SwitchedStreams: HTTPStreamingTransport {
    private struct State {
        var isDown = false
        var open: [Int: @Sendable () -> Void] = [:]
        var last = 0
    }

    private let base: any HTTPStreamingTransport
    private let state = Mutex(State())

    /// Puts a switch in front of a transport.
    public init(_ base: any HTTPStreamingTransport) { self.base = base }

    /// True while no server answers.
    public var isDown: Bool {
        get { state.withLock(\.isDown) }
        set {
            let open = state.withLock { state in
                state.isDown = newValue
                if !newValue { return [@Sendable () -> Void]() }
                defer { state.open = [:] }
                return Array(state.open.values)
            }
            for end in open { end() }
        }
    }

    private static let failure = HTTPTransportError(.unreachable, "no server answers")

    /// Exchanges a request, or fails as when nobody listens.
    public func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        if isDown { throw SwitchedStreams.failure }
        return try await base.send(request, body: body)
    }

    /// Opens a response, or fails as when nobody listens.
    public func open(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPOpenResponse {
        if isDown { throw SwitchedStreams.failure }
        let response = try await base.open(request, body: body)
        let (pieces, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        let relay = Task {
            do {
                for try await piece in response.body { continuation.yield(piece) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        let number = state.withLock { state in
            state.last += 1
            state.open[state.last] = {
                continuation.finish(throwing: HTTPTransportError(.connectionLost, "the server went away"))
                relay.cancel()
            }
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            relay.cancel()
            _ = self?.state.withLock { $0.open.removeValue(forKey: number) }
        }
        return HTTPOpenResponse(head: response.head, body: SwitchedBody(pieces: pieces))
    }
}

private struct SwitchedBody: AsyncSequence, Sendable {
    let pieces: AsyncThrowingStream<[UInt8], any Error>

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var pieces: AsyncThrowingStream<[UInt8], any Error>.Iterator

        mutating func next() async throws(HTTPTransportError) -> [UInt8]? { try await next(isolation: nil) }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(HTTPTransportError) -> [UInt8]? {
            do {
                return try await pieces.next(isolation: actor)
            } catch let error as HTTPTransportError {
                throw error
            } catch {
                throw HTTPTransportError(.other, "\(error)")
            }
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(pieces: pieces.makeAsyncIterator()) }
}
