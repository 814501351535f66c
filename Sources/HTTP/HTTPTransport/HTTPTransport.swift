public import HTTPTypes

/// Something that carries one HTTP request to a server and brings back the whole response.
///
/// A client depends on this protocol only, so the same client talks through libcurl to a distant server or,
/// in the same process and without a socket, to an emulator.
public protocol HTTPTransport: Sendable {
    /// Sends a request and collects its response.
    ///
    /// A response with an error status is a response, not an error: it is returned.
    /// Cancelling the task abandons the exchange and throws ``HTTPTransportError/Kind/cancelled``.
    ///
    /// - Parameters:
    ///   - request: The request head. `scheme`, `authority` and `path` together name the resource.
    ///   - body: The whole request body; empty for none.
    /// - Returns: The response head and its whole body.
    /// - Throws: ``HTTPTransportError`` when no complete response arrived.
    func send(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError) -> HTTPExchangeResponse
}
