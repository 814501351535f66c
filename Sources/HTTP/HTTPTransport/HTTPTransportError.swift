/// Why an HTTP exchange brought no complete response.
public struct HTTPTransportError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, which decides whether a request may be repeated.
    public enum Kind: String, Sendable, CaseIterable {
        /// The request could not be formed: a bad URL, an unsupported scheme.
        case invalidRequest
        /// No connection was made (name not found, refused, no route, not in time); the server saw nothing.
        case unreachable
        /// The connection was made and then lost, or what came back was not HTTP or was cut off.
        case connectionLost
        /// A time-out passed before the response was complete.
        case timedOut
        /// The TLS handshake or the verification of the certificate failed; the server saw no request.
        case tlsFailed
        /// The response is larger than the limit that the caller set.
        case responseTooLarge
        /// The task was cancelled, or the transport was shut down.
        case cancelled
        /// Anything else.
        case other
    }

    /// The kind of failure.
    public var kind: Kind
    /// One line for people: what failed and where. Holds no header values and no body.
    public var message: String
    /// The transport's own error, when it has one.
    public var underlying: (any Error)?

    /// Creates an error.
    public init(_ kind: Kind, _ message: String, underlying: (any Error)? = nil) {
        self.kind = kind
        self.message = message
        self.underlying = underlying
    }

    /// True when the server has certainly not acted on the request, so that repeating it is always safe.
    public var isCertainlyUnsent: Bool {
        switch kind {
        case .invalidRequest, .unreachable, .tlsFailed: true
        case .connectionLost, .timedOut, .responseTooLarge, .cancelled, .other: false
        }
    }

    /// The message.
    public var description: String { message }
}
