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
