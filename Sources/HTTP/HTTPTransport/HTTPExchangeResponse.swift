public import HTTPTypes

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
