public import HTTPTypes

/// Runs a closure before each request, for example to cause a fault at that moment.
public struct InterceptingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let intercept: @Sendable (HTTPRequest) async throws(HTTPTransportError) -> Void

    /// Creates a transport around another one.
    ///
    /// - Parameters:
    ///   - base: Sends the requests.
    ///   - intercept: Runs before each request. If it throws, the request is not sent.
    public init(
        base: any HTTPTransport,
        intercept: @escaping @Sendable (HTTPRequest) async throws(HTTPTransportError) -> Void
    ) {
        self.base = base
        self.intercept = intercept
    }

    /// Runs the closure, then sends the request.
    public func send(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError)
        -> HTTPExchangeResponse
    {
        try await intercept(request)
        return try await base.send(request, body: body)
    }
}
