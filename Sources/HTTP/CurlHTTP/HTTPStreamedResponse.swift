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
/// A piece is whatever has arrived since the last one; its boundaries have no meaning. A slow reader slows the server
/// down: see ``HTTPClientConfiguration/streamBufferBytes``. Releasing the body or its iterator, or cancelling the reading
/// task, cancels the transfer.
public struct HTTPResponseBody: AsyncSequence, Sendable {
    /// Some bytes, at least one.
    public typealias Element = [UInt8]
    /// Why the body is incomplete: cut off, too slow, cancelled.
    public typealias Failure = HTTPTransportError

    private let lease: Lease

    init(_ stream: BodyStream, client: HTTPClient) {
        lease = Lease(stream, client: client)
    }

    /// Whether the transfer is paused because the reader lags.
    package var isPaused: Bool { lease.stream.isPaused }

    /// Whether a reader waits for more.
    package var isWaited: Bool { lease.stream.isWaited }

    /// The largest number of bytes that ever waited for the reader.
    package var highestBufferedCount: Int { lease.stream.highestCount }

    /// Creates an iterator. All iterators share one body: what one has read, another does not see.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: lease, own: Lease(lease.stream, client: lease.client))
    }

    /// Reads a body piece by piece.
    public struct Iterator: AsyncIteratorProtocol {
        /// Keeps the transfer alive as long as the iterator, and ends it with the iterator.
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

    /// Keeps the client alive as long as the body can be read, and cancels the transfer afterwards.
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
