import HTTPTransport
import HTTPTypes

/// The way to a Realtime Database that is watched.
struct WatchedStreams: HTTPStreamingTransport {
    let base: any HTTPStreamingTransport
    let watch: StoreWatch

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        do throws(HTTPTransportError) {
            let response = try await base.send(request, body: body)
            watch.note(response.head.status)
            return response
        } catch {
            watch.note(error)
            throw error
        }
    }

    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse {
        do throws(HTTPTransportError) {
            let response = try await base.open(request, body: body)
            watch.note(response.head.status)
            return HTTPOpenResponse(head: response.head, body: WatchedBody(base: response.body, watch: watch))
        } catch {
            watch.note(error)
            throw error
        }
    }
}

/// The body of a response, whose breaking off is noticed.
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
