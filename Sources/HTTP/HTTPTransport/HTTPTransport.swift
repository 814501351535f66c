public import HTTPTypes

/// Sends an HTTP request to a server and returns the whole response.
///
/// Clients depend only on this protocol, so the same client reaches a remote server through libcurl, or an emulator in
/// the same process without a socket.
public protocol HTTPTransport: Sendable {
    /// Sends a request and collects its response.
    ///
    /// A response with an error status is returned, not thrown.
    /// Cancelling the task cancels the exchange and throws ``HTTPTransportError/Kind/cancelled``.
    ///
    /// - Parameters:
    ///   - request: The request head. `scheme`, `authority` and `path` name the resource.
    ///   - body: The whole request body; empty for none.
    /// - Returns: The response head and its whole body.
    /// - Throws: ``HTTPTransportError`` when no complete response arrived.
    func send(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPExchangeResponse
}

/// A complete HTTP response: the head and the collected body.
public struct HTTPExchangeResponse: Sendable, Equatable {
    /// Status and header fields.
    public var head: HTTPResponse
    /// The whole body, decoded from any content coding.
    public var body: [UInt8]

    /// Creates a response.
    public init(head: HTTPResponse, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }
}

/// A transport that can also return a response before its body is complete.
public protocol HTTPStreamingTransport: HTTPTransport {
    /// Sends a request and returns when the head of its response has arrived.
    ///
    /// - Parameters:
    ///   - request: The request head, as for ``HTTPTransport/send(_:body:)``.
    ///   - body: The whole request body; empty for none.
    /// - Returns: The response head, and the body as it arrives. Releasing the body cancels the exchange.
    /// - Throws: ``HTTPTransportError`` when no head arrived.
    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse
}

/// A response whose head has arrived and whose body is still coming.
public struct HTTPOpenResponse: Sendable {
    /// Status and header fields.
    public let head: HTTPResponse
    /// The body in pieces of at least one byte, each to be read once. Their boundaries have no meaning.
    public let body: any AsyncSequence<[UInt8], HTTPTransportError> & Sendable

    /// Creates a response.
    public init(head: HTTPResponse, body: any AsyncSequence<[UInt8], HTTPTransportError> & Sendable) {
        self.head = head
        self.body = body
    }
}

extension AsyncSequence where Element == [UInt8], Failure == HTTPTransportError {
    /// The first bytes, up to a limit and perhaps one piece more.
    package func collected(limit: Int) async throws(HTTPTransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        var iterator = makeAsyncIterator()
        while bytes.count < limit, let piece = try await iterator.next(isolation: nil) { bytes += piece }
        return bytes
    }
}
