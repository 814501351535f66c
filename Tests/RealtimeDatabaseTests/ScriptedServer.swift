import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport

/// A server that answers requests from one script and opens streams from another, and remembers what it was asked.
final class ScriptedServer: HTTPStreamingTransport {
    /// How a stream is opened.
    enum Opening: Sendable {
        case stream(Feed)
        case answer(ScriptedTransport.Step)
    }

    private let answers: ScriptedTransport
    private let state: Mutex<(openings: [Opening], requests: [ScriptedTransport.Request])>

    init(_ steps: [ScriptedTransport.Step], streams: [Opening] = []) {
        answers = ScriptedTransport(steps)
        state = Mutex((streams, []))
    }

    /// All requests but those that open streams, in order.
    var requests: [ScriptedTransport.Request] { answers.requests }
    /// The requests that open streams, in order.
    var openings: [ScriptedTransport.Request] { state.withLock(\.requests) }
    /// How many answers are left.
    var remaining: Int { answers.remaining }

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        try await answers.send(request, body: body)
    }

    func open(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPOpenResponse {
        let opening: Opening? = state.withLock { state in
            state.requests.append(ScriptedTransport.Request(head: request, body: body))
            return state.openings.isEmpty ? nil : state.openings.removeFirst()
        }
        switch opening {
        case .stream(let feed):
            return HTTPOpenResponse(
                head: HTTPResponse(
                    status: .ok, headerFields: [.contentType: "text/event-stream; charset=utf-8"]),
                body: feed.takeBody())
        case .answer(let step):
            let response = try await ScriptedTransport([step]).send(request, body: body)
            let feed = Feed()
            if !response.body.isEmpty { feed.send(response.body) }
            feed.end()
            return HTTPOpenResponse(head: response.head, body: feed.takeBody())
        case nil:
            // Nothing more happens.
            try? await untilCancelled()
            throw HTTPTransportError(.cancelled, "the script has no stream left")
        }
    }
}

/// A stream that a test feeds by hand.
final class Feed: Sendable {
    private typealias Piece = Result<[UInt8], HTTPTransportError>

    private let continuation: AsyncStream<Piece>.Continuation
    private let body: Mutex<Body?>
    private let closed = Mutex(false)

    init() {
        let (pieces, continuation) = AsyncStream.makeStream(of: Piece.self)
        self.continuation = continuation
        body = Mutex(Body(pieces: pieces))
        continuation.onTermination = { [weak self] _ in self?.closed.withLock { $0 = true } }
    }

    /// Whether nobody reads any more, or the stream has come to its end.
    var isClosed: Bool { closed.withLock { $0 } }

    func send(_ bytes: [UInt8]) { continuation.yield(.success(bytes)) }

    /// Sends an event, its data as JSON.
    func send(_ event: String, _ data: String) { send(Array("event: \(event)\ndata: \(data)\n\n".utf8)) }

    /// Sends a put.
    func put(_ path: String, _ data: String) { send("put", #"{"path":"\#(path)","data":\#(data)}"#) }

    func end() { continuation.finish() }

    func fail(_ kind: HTTPTransportError.Kind) {
        continuation.yield(.failure(HTTPTransportError(kind, "scripted")))
    }

    /// The body, for the one who reads; nothing here holds on to it.
    fileprivate func takeBody() -> any AsyncSequence<[UInt8], HTTPTransportError> & Sendable {
        body.withLock { body in
            defer { body = nil }
            return body ?? Body(pieces: AsyncStream { $0.finish() })
        }
    }

    private struct Body: AsyncSequence, Sendable {
        typealias Element = [UInt8]
        typealias Failure = HTTPTransportError

        let pieces: AsyncStream<Piece>

        func makeAsyncIterator() -> Iterator { Iterator(base: pieces.makeAsyncIterator()) }

        struct Iterator: AsyncIteratorProtocol {
            var base: AsyncStream<Piece>.Iterator

            mutating func next() async throws(HTTPTransportError) -> [UInt8]? {
                try await next(isolation: nil)
            }

            mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(HTTPTransportError) -> [UInt8]? {
                try await base.next(isolation: actor)?.get()
            }
        }
    }
}
