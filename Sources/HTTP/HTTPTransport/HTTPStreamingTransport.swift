public import HTTPTypes

/// A transport that can also hand on a response whose body is still coming.
public protocol HTTPStreamingTransport: HTTPTransport {
    /// Sends a request and returns as soon as the head of its response is there.
    ///
    /// - Parameters:
    ///   - request: The request head, as for ``HTTPTransport/send(_:body:)``.
    ///   - body: The whole request body; empty for none.
    /// - Returns: The response head, and the body as it arrives. Letting go of the body abandons the exchange.
    /// - Throws: ``HTTPTransportError`` when no head arrived.
    func open(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPOpenResponse
}

/// A response whose head has arrived and whose body is still coming.
public struct HTTPOpenResponse: Sendable {
    /// Status and header fields.
    public let head: HTTPResponse
    /// The body in pieces of at least one byte, each to be read once; where one ends says nothing.
    public let body: any AsyncSequence<[UInt8], HTTPTransportError> & Sendable

    /// Creates a response.
    public init(head: HTTPResponse, body: any AsyncSequence<[UInt8], HTTPTransportError> & Sendable) {
        self.head = head
        self.body = body
    }
}
