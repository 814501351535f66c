/// The body of a response that arrives piece by piece in the same process.
package struct HTTPBodyPieces<Piece: Sendable>: AsyncSequence, Sendable {
    private let pieces: AsyncStream<Piece>
    private let read: @Sendable (Piece) throws(HTTPTransportError) -> [UInt8]

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var pieces: AsyncStream<Piece>.Iterator
        fileprivate let read: @Sendable (Piece) throws(HTTPTransportError) -> [UInt8]

        package mutating func next() async throws(HTTPTransportError) -> [UInt8]? {
            try await next(isolation: nil)
        }

        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(HTTPTransportError) -> [UInt8]? {
            guard let piece = await pieces.next(isolation: actor) else {
                // A body that ends with the task is incomplete.
                if Task.isCancelled { throw HTTPTransportError(.cancelled, "the request was cancelled") }
                return nil
            }
            return try read(piece)
        }
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(pieces: pieces.makeAsyncIterator(), read: read)
    }
}

extension HTTPBodyPieces {
    /// A body whose pieces are read as they are taken, which may break it off.
    package init(
        _ pieces: AsyncStream<Piece>,
        read: @escaping @Sendable (Piece) throws(HTTPTransportError) -> [UInt8]
    ) {
        self.init(pieces: pieces, read: read)
    }

    /// A body that always arrives whole.
    package init(_ pieces: AsyncStream<Piece>) where Piece == [UInt8] {
        self.init(pieces) { $0 }
    }

    /// A body that may break off with an error.
    package init(_ pieces: AsyncStream<Piece>) where Piece == Result<[UInt8], HTTPTransportError> {
        self.init(pieces) { (piece) throws(HTTPTransportError) in try piece.get() }
    }
}
