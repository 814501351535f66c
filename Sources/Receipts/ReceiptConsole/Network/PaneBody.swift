import HTTPTransport

/// The body of a response whose network may be switched off while it comes.
struct PaneBody: AsyncSequence, Sendable {
    let pieces: AsyncStream<NetworkSwitch.Piece>

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var pieces: AsyncStream<NetworkSwitch.Piece>.Iterator

        mutating func next() async throws(HTTPTransportError) -> [UInt8]? {
            try await next(isolation: nil)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(HTTPTransportError) -> [UInt8]? {
            let piece = await pieces.next(isolation: actor)
            // What ends with the task has not come to its own end.
            if piece == nil, Task.isCancelled {
                throw HTTPTransportError(.cancelled, "the request was cancelled")
            }
            return try piece?.get()
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(pieces: pieces.makeAsyncIterator()) }
}
