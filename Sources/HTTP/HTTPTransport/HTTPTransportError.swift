/// Why an HTTP exchange got no complete response.
public struct HTTPTransportError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. It decides whether a request may be repeated.
    public enum Kind: String, Sendable, CaseIterable {
        /// The request could not be formed: a bad URL, an unsupported scheme.
        case invalidRequest
        /// No connection was made (name not found, refused, no route, not in time). The server received nothing.
        case unreachable
        /// The connection was lost, or the response was cut off or was not HTTP.
        case connectionLost
        /// A timeout expired before the response was complete.
        case timedOut
        /// The TLS handshake or the certificate's verification failed. The server received no request.
        case tlsFailed
        /// The response is larger than the caller's limit.
        case responseTooLarge
        /// The task was cancelled, or the transport was shut down.
        case cancelled
        /// Anything else.
        case other
    }

    /// The kind of failure.
    public var kind: Kind
    /// One line for people: what failed and where. It contains no header values and no body.
    public var message: String
    /// The transport's own error, if any.
    public var underlying: (any Error)?
    /// The reason alone, without the server, for a message that names the server itself; nil where ``message`` is all there is.
    package var cause: String?

    /// Creates an error.
    public init(_ kind: Kind, _ message: String, underlying: (any Error)? = nil) {
        self.kind = kind
        self.message = message
        self.underlying = underlying
    }

    /// True when the server has certainly not acted on the request, so that repeating it is safe.
    public var isCertainlyUnsent: Bool {
        switch kind {
        case .invalidRequest, .unreachable, .tlsFailed: true
        case .connectionLost, .timedOut, .responseTooLarge, .cancelled, .other: false
        }
    }

    /// The message.
    public var description: String { message }
}
