public import HTTPTransport
public import HTTPTypes

/// A transport whose exchanges a test can change: what is asked is passed on, answered otherwise, or lost.
public struct FaultyTransport: HTTPTransport {
    /// What carries the requests.
    public let base: any HTTPTransport
    private let exchange:
        @Sendable (Request, any HTTPTransport) async throws(HTTPTransportError) -> HTTPExchangeResponse

    /// One request on its way.
    public struct Request: Sendable {
        /// Method, path and header fields.
        public let head: HTTPRequest
        /// The whole body.
        public let body: [UInt8]

        /// True for a request whose path, without its query, ends so, such as `:commit`.
        public func isCall(_ method: String) -> Bool {
            head.path?.prefix { $0 != "?" }.hasSuffix(method) ?? false
        }

        /// True when the body holds a text.
        public func mentions(_ text: String) -> Bool { String(decoding: body, as: UTF8.self).contains(text) }

        /// Carries the request on.
        public func send(through base: any HTTPTransport) async throws(HTTPTransportError)
            -> HTTPExchangeResponse
        {
            try await base.send(head, body: body)
        }
    }

    /// Puts a closure in place of each exchange.
    public init(
        _ base: any HTTPTransport,
        exchange:
            @escaping @Sendable (Request, any HTTPTransport) async throws(HTTPTransportError) ->
            HTTPExchangeResponse
    ) {
        self.base = base
        self.exchange = exchange
    }

    /// Exchanges the request as the test wants it.
    public func send(_ request: HTTPRequest, body: [UInt8]) async throws(HTTPTransportError)
        -> HTTPExchangeResponse
    {
        try await exchange(Request(head: request, body: body), base)
    }

    /// An error as Firestore answers it.
    public static func refusal(_ status: Int, _ name: String, _ message: String) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: [.contentType: "application/json"]),
            body: Array(#"{"error":{"code":\#(status),"message":"\#(message)","status":"\#(name)"}}"#.utf8))
    }
}
