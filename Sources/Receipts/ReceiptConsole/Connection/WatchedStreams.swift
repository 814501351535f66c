import HTTPTransport
import HTTPTypes

/// The way to a database that is watched, with streams.
struct WatchedStreams: HTTPStreamingTransport {
    let base: any HTTPStreamingTransport
    let watch: StoreWatch

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        try await WatchedTransport(base: base, watch: watch).send(request, body: body)
    }

    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse {
        let response = try await watch.noting(\.head) { () async throws(HTTPTransportError) in
            try await base.open(request.markedIfOwn, body: body)
        }
        return HTTPOpenResponse(head: response.head, body: WatchedBody(base: response.body, watch: watch))
    }
}

/// The body of a response; the watch notices when it breaks off.
private struct WatchedBody: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = HTTPTransportError

    let base: any AsyncSequence<[UInt8], HTTPTransportError> & Sendable
    let watch: StoreWatch

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: any AsyncIteratorProtocol<[UInt8], HTTPTransportError>
        fileprivate let watch: StoreWatch

        mutating func next() async throws(HTTPTransportError) -> [UInt8]? { try await next(isolation: nil) }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(HTTPTransportError) -> [UInt8]? {
            do throws(HTTPTransportError) {
                return try await base.next(isolation: actor)
            } catch {
                watch.note(error)
                throw error
            }
        }
    }

    func makeAsyncIterator() -> Iterator {
        func iterator(
            of sequence: some AsyncSequence<[UInt8], HTTPTransportError>
        ) -> any AsyncIteratorProtocol<[UInt8], HTTPTransportError> { sequence.makeAsyncIterator() }
        return Iterator(base: iterator(of: base), watch: watch)
    }
}
