package import HTTPTypes

/// One exchange over a stream of HTTP/2: a request that arrives, and a response that may begin before the request has ended.
///
/// The functions are called on one thread, the one that reads the connection. Output waits inside until it is taken, which happens as
/// fast as the client reads.
package protocol HTTPStreamExchange: AnyObject {
    /// The time that the client gives the whole exchange; nil for any time.
    var timeLimit: Duration? { get }

    /// Takes the next bytes of the request's body.
    func receive(_ bytes: ArraySlice<UInt8>)

    /// The request is complete.
    func receiveEnd()

    /// The time is over.
    func expire()

    /// The client is gone, or has stopped the exchange. Nothing is called after this.
    func cancel()

    /// Takes the next part of the output; an empty one when there is none yet.
    func take() -> HTTPStreamOutput
}

/// A part of a response.
package struct HTTPStreamOutput {
    /// Status and header fields, before the first bytes.
    package var head: HTTPResponse?
    package var body: [UInt8]
    /// Whether more can be taken at once.
    package var hasMore: Bool
    /// The fields after the body, with which the response ends; nil while it goes on.
    package var trailers: HTTPFields?
    /// What to do once the end is written.
    package var afterwards: (@Sendable () -> Void)?

    package init(
        head: HTTPResponse? = nil, body: [UInt8] = [], hasMore: Bool = false, trailers: HTTPFields? = nil,
        afterwards: (@Sendable () -> Void)? = nil
    ) {
        self.head = head
        self.body = body
        self.hasMore = hasMore
        self.trailers = trailers
        self.afterwards = afterwards
    }
}

/// Opens the exchange of a request whose head has arrived; nil for one that is answered as it would be over HTTP/1.1.
///
/// The second argument is to be called when there is output to take, on any thread.
package typealias StreamOpening =
    @Sendable (HTTPRequest, _ onOutput: @escaping @Sendable () -> Void) -> (any HTTPStreamExchange)?
