/// Why there is no access token.
///
/// Never holds a key, a token, or another secret: the message is made for logs and terminals.
public struct GoogleCredentialsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// No credentials in any of the places where they are looked for.
        case notFound
        /// A file that is missing, cannot be read, is too large, or is no file.
        case unreadable
        /// A file that others than its owner may read or change.
        case exposed
        /// A file whose content is not what it should be.
        case malformed
        /// Credentials of a type, or for a cloud, that this library does not know.
        case unsupported
        /// The server refuses the credentials, and will refuse them again.
        case refused
        /// The server's answer makes no sense, as when something else than Google answers.
        case invalidAnswer
        /// No answer, or the server asks to come back later.
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

    /// Creates an error, for a source of tokens of one's own.
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

    /// True when the same may well succeed a little later.
    public var isRetryable: Bool { kind == .unavailable }

    /// The message.
    public var description: String { message }
}
