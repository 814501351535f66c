package import ClientCore
public import CoreValues

/// Why a call to Pub/Sub failed.
///
/// Programs decide by the code, people read the message. Neither contains tokens or the content of messages.
public struct PubSubError: Error, Sendable, CustomStringConvertible {
    /// The server's status, or the closest one when no server answered.
    public let code: StatusCode
    /// One line: what failed, where, and what to do.
    public package(set) var message: String
    /// The server's own words, if any. They differ between servers: never compare them.
    public let serverMessage: String?
    /// Nil: only databases have security rules.
    package var decision: Int?
    /// True if the same call may succeed later: no connection, an overloaded server.
    public let isRetryable: Bool
    /// True if the call may have succeeded nevertheless: the connection was lost before the response arrived.
    public package(set) var isOutcomeUnknown: Bool
    /// The number of requests sent; 0 if the call failed before the first.
    public package(set) var attempts: Int
    /// The cause, such as the transport's error.
    public let underlying: (any Error)?

    package init(
        _ code: StatusCode, _ message: String, serverMessage: String? = nil, isRetryable: Bool = false,
        isOutcomeUnknown: Bool = false, attempts: Int = 0, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.serverMessage = serverMessage
        self.isRetryable = isRetryable
        self.isOutcomeUnknown = isOutcomeUnknown
        self.attempts = attempts
        self.underlying = underlying
    }

    /// The message.
    public var description: String { message }
}

extension PubSubError: CallError {
    package static let service = ServiceName("Pub/Sub", server: "a Pub/Sub server", address: "host and port")
}
