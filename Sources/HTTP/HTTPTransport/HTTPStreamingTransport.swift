public import HTTPTypes

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
