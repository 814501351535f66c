/// Why there is no access token.
///
/// It never contains a key, a token or another secret, so the message is safe for logs and terminals.
public struct GoogleCredentialsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// There are no credentials in any of the usual places.
        case notFound
        /// A file that is missing, cannot be read, is too large, or is not a regular file.
        case unreadable
        /// A file that users other than its owner may read or change.
        case exposed
        /// A file with invalid content.
        case malformed
        /// Credentials of a type, or for a cloud, that this library does not support.
        case unsupported
        /// The server rejects the credentials, and will reject them again.
        case refused
        /// The server's answer is invalid, for example because another server answers.
        case invalidAnswer
        /// No answer, or the server asks to try again later.
        case unavailable
        /// The task was cancelled, or the transport was shut down.
        case cancelled
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// One line for people: what failed, where, and what to do. At most about a thousand characters.
    public let message: String
    /// How long the server asks to wait before the next request.
    public let retryAfter: Duration?

    /// Creates an error, for your own source of tokens.
    ///
    /// - Parameters:
    ///   - kind: What kind of failure it is.
    ///   - message: One line for people, without any secret.
    ///   - retryAfter: How long the server asks to wait before the next request.
    public init(_ kind: Kind, _ message: String, retryAfter: Duration? = nil) {
        self.kind = kind
        self.message = message
        self.retryAfter = retryAfter
    }

    /// True when the same request may succeed a little later.
    public var isRetryable: Bool { kind == .unavailable }

    /// The message.
    public var description: String { message }
}
