public import HTTPTransport
public import HTTPTypes

/// A response whose head has arrived and whose body is still coming.
public struct HTTPStreamedResponse: Sendable {
    /// Status and header fields, as the server sent them.
    public let head: HTTPResponse
    /// The body, decoded from any content coding, as it arrives.
    public let body: HTTPResponseBody
}

/// The body of a streamed response: pieces of bytes, in order, each to be read once.
///
/// A piece is whatever has arrived since the last one; where one ends says nothing. When the reader lags, the server
/// is held back: see ``HTTPClientConfiguration/streamBufferBytes``. Letting go of the body, or of its iterator, or
/// cancelling the reading task, abandons the transfer.
public struct HTTPResponseBody: AsyncSequence, Sendable {
    /// Some bytes, at least one.
    public typealias Element = [UInt8]
    /// Why the body did not come to its end: cut off, too slow, cancelled.
    public typealias Failure = HTTPTransportError

    private let lease: Lease

    init(_ stream: BodyStream, client: HTTPClient) {
        lease = Lease(stream, client: client)
    }

    /// Whether the server is held back because the reader lags.
    package var isPaused: Bool { lease.stream.isPaused }

    /// Whether a reader waits for more.
    package var isWaited: Bool { lease.stream.isWaited }

    /// The most bytes that ever waited for the reader.
    package var highestBufferedCount: Int { lease.stream.highestCount }

    /// Makes the iterator. There is one body to read: what one iterator has taken, another does not see.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: lease, own: Lease(lease.stream, client: lease.client))
    }

    /// Reads a body piece by piece.
    public struct Iterator: AsyncIteratorProtocol {
        /// Keeps the body going when only the iterator is left, and ends it when the iterator goes.
        private let leases: (body: Lease, own: Lease)

        fileprivate init(body: Lease, own: Lease) { leases = (body, own) }

        /// Waits for the next piece.
        ///
        /// - Returns: The bytes that have arrived; `nil` at the end of the body.
        /// - Throws: ``HTTPTransportError`` when the body breaks off; what arrived before is returned first.
        public mutating func next() async throws(HTTPTransportError) -> [UInt8]? {
            try await leases.own.stream.next()
        }

        /// Waits for the next piece, on the caller's actor.
        ///
        /// - Parameter actor: The caller's actor.
        /// - Returns: The bytes that have arrived; `nil` at the end of the body.
        /// - Throws: ``HTTPTransportError`` when the body breaks off; what arrived before is returned first.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(HTTPTransportError) -> [UInt8]? {
            try await leases.own.stream.next()
        }
    }

    /// Keeps the client alive as long as the body may be read, and abandons the transfer when it no longer may.
    fileprivate final class Lease: Sendable {
        let stream: BodyStream
        let client: HTTPClient

        init(_ stream: BodyStream, client: HTTPClient) {
            self.stream = stream
            self.client = client
        }

        deinit { stream.cancel() }
    }
}
