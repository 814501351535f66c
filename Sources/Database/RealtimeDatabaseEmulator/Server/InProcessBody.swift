import HTTPTransport

/// The body of a response, which comes piece by piece.
struct InProcessBody: AsyncSequence, Sendable {
    let pieces: AsyncStream<[UInt8]>

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var pieces: AsyncStream<[UInt8]>.Iterator

        mutating func next() async throws(HTTPTransportError) -> [UInt8]? {
            try await next(isolation: nil)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(HTTPTransportError) -> [UInt8]? {
            let piece = await pieces.next(isolation: actor)
            // A body that ends with the task is incomplete.
            if piece == nil, Task.isCancelled {
                throw HTTPTransportError(.cancelled, "the request was cancelled")
            }
            return piece
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(pieces: pieces.makeAsyncIterator()) }
}
