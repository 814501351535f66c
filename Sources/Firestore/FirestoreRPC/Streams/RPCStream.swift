package import FirestoreModel

/// An open stream in both directions, such as `Listen` or `Write`.
///
/// Requests go in as they arrive. Responses wait inside until a front takes them, so a slow reader costs what the stream keeps for it,
/// not a queue. Whoever opens a stream gives it a closure that is called when there is something to take; it may be called on any thread,
/// also during ``receive(_:)``, and must not call the stream.
package protocol RPCStream<Request, Response>: Sendable {
    associatedtype Request: Sendable
    associatedtype Response: Sendable

    /// Handles a request. Requests after the end are dropped.
    func receive(_ request: Request)

    /// The client sends no more requests: the stream ends when it has answered them.
    func receiveEnd()

    /// The client is gone: nothing waits any more, and nothing is computed.
    func cancel()

    /// Takes what waits, in order. Some stays if there is much of it; then there is more to take at once.
    func take() -> RPCStreamOutput<Response>
}

/// What a stream has to say.
package struct RPCStreamOutput<Response: Sendable>: Sendable {
    package var responses: [Response]
    /// True if more can be taken at once.
    package var hasMore: Bool
    /// The end of the stream after these responses; nil while it is open.
    package var end: RPCStreamEnd?

    package init(_ responses: [Response] = [], hasMore: Bool = false, end: RPCStreamEnd? = nil) {
        self.responses = responses
        self.hasMore = hasMore
        self.end = end
    }
}

/// How a stream ends.
package enum RPCStreamEnd: Sendable, Equatable {
    case ok
    case failed(RPCStatus)
}
