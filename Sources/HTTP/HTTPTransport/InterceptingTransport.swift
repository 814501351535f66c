public import HTTPTypes

/// Does something of its own before it hands each request on, such as to make a fault happen just then.
public struct InterceptingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let intercept: @Sendable (HTTPRequest) async throws(HTTPTransportError) -> Void

    /// Creates a transport around another one.
    ///
    /// - Parameters:
    ///   - base: Carries the requests.
    ///   - intercept: Runs before each request; what it throws is thrown in place of the request.
    public init(
        base: any HTTPTransport,
        intercept: @escaping @Sendable (HTTPRequest) async throws(HTTPTransportError) -> Void
    ) {
        self.base = base
        self.intercept = intercept
    }

    /// Does its own, then sends the request.
    public func send(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError)
        -> HTTPExchangeResponse
    {
        try await intercept(request)
        return try await base.send(request, body: body)
    }
}
