package import HTTPTransport

/// The body of a response that arrives in pieces. It keeps the client, and ends the exchange when nobody can read it any more.
package struct URLSessionBody: AsyncSequence, Sendable {
    private let lease: Lease

    init(_ exchange: Exchange, client: URLSessionClient) {
        lease = Lease(exchange, client)
    }

    /// Whether the server is held back because the reader lags.
    package var isPaused: Bool { lease.exchange.isPaused }

    /// Whether a reader waits for more.
    package var isWaited: Bool { lease.exchange.isWaited }

    package func makeAsyncIterator() -> Iterator {
        Iterator(body: lease, own: Lease(lease.exchange, lease.client))
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let body: Lease
        /// Ends the exchange with the iterator, as a loop does that is left early.
        fileprivate let own: Lease

        package mutating func next() async throws(HTTPTransportError) -> [UInt8]? {
            try await own.exchange.next()
        }

        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(HTTPTransportError) -> [UInt8]? {
            try await own.exchange.next()
        }
    }

    fileprivate final class Lease: Sendable {
        let exchange: Exchange
        let client: URLSessionClient

        init(_ exchange: Exchange, _ client: URLSessionClient) {
            self.exchange = exchange
            self.client = client
        }

        deinit { exchange.cancel() }
    }
}
