package import FirestoreModel

/// The responses of an open stream, for one reader who waits for them.
///
/// A reader who is slow makes the stream wait, which keeps what it keeps for slow readers. When the reader's task is cancelled, or nobody
/// holds the sequence any more, the stream is cancelled.
package final class RPCResponses<Request: Sendable, Response: Sendable>: AsyncSequence, Sendable {
    package typealias Element = Response

    /// Receives requests. Only ``makeAsyncIterator()`` takes what it has to say.
    package let stream: any RPCStream<Request, Response>
    private let signals: AsyncStream<Void>

    /// Opens a stream.
    ///
    /// - Parameter open: Opens it, with the closure for its output.
    package init(
        _ open: (_ onOutput: @escaping @Sendable () -> Void) throws(RPCStatus) -> any RPCStream<
            Request, Response
        >
    ) throws(RPCStatus) {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.signals = signals
        stream = try open { _ = signal.yield() }
    }

    deinit { stream.cancel() }

    package func makeAsyncIterator() -> Iterator {
        Iterator(responses: self, signals: signals.makeAsyncIterator())
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let responses: RPCResponses
        fileprivate var signals: AsyncStream<Void>.Iterator
        private var waiting: ArraySlice<Response> = []
        private var end: RPCStreamEnd?

        fileprivate init(responses: RPCResponses, signals: AsyncStream<Void>.Iterator) {
            self.responses = responses
            self.signals = signals
        }

        /// The next response; nil at the end of the stream, or when the task is cancelled.
        ///
        /// - Throws: The failure with which the stream ends.
        package mutating func next(isolation actor: isolated (any Actor)?) async throws(RPCStatus)
            -> Response?
        {
            while true {
                if let response = waiting.popFirst() { return response }
                switch end {
                case .ok?: return nil
                case .failed(let status)?: throw status
                case nil: break
                }
                let output = responses.stream.take()
                (waiting, end) = (output.responses[...], output.end)
                if !waiting.isEmpty || end != nil || output.hasMore { continue }
                if await signals.next(isolation: actor) == nil {
                    responses.stream.cancel()
                    return nil
                }
            }
        }

        package mutating func next() async throws(RPCStatus) -> Response? {
            try await next(isolation: nil)
        }
    }
}
