package import ClientCore

/// Why a call to a Realtime Database failed.
///
/// Programs decide by the code, people read the message. Neither contains tokens or data.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// The database does not accept a path, a value, a query or a setting.
        case invalidArgument
        /// The token is missing, has expired, or is not accepted.
        case unauthenticated
        /// The security rules do not allow it.
        case permissionDenied
        /// The database does not exist. A place without data is not an error.
        case notFound
        /// The data did not have the expected value, or others kept changing it.
        case preconditionFailed
        /// The query orders by a child for which the rules have no `.indexOn`.
        case indexNotDefined
        /// The request or its answer is too large, or a quota is used up.
        case resourceExhausted
        /// No connection, or the server cannot answer now.
        case unavailable
        /// No answer in time.
        case deadlineExceeded
        /// The task was cancelled.
        case cancelled
        /// The server failed.
        case `internal`
        /// Firebase's SDK can do it over its own connection, but REST cannot.
        case unsupported
        /// Anything else, such as an answer of another server.
        case unknown
    }

    /// What went wrong.
    public let code: Code
    /// One line: what failed, where, and what to do.
    public package(set) var message: String
    /// The server's own words, if any. They differ between servers: never compare them.
    public let serverMessage: String?
    /// The number by which the embedded emulator explains why its rules denied the call: see
    /// `.inspect/decisions.json`. Nil from other servers.
    public package(set) var decision: Int?
    /// True when the same call may succeed later: no connection, an overloaded server.
    public let isRetryable: Bool
    /// True for writes that may have been carried out although the call failed: a connection was lost before
    /// the answer came. Read the data to find out.
    public package(set) var isOutcomeUnknown: Bool
    /// How many requests were sent; 0 when the call failed before the first.
    public package(set) var attempts: Int
    /// The cause, such as the transport's error.
    public let underlying: (any Error)?

    package init(
        _ code: Code, _ message: String, serverMessage: String? = nil, isRetryable: Bool = false,
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

    static func prioritiesUnsupported(_ subject: String) -> DatabaseError {
        DatabaseError(
            .unsupported, "\(subject) failed: priorities are not supported. Order by a child instead.")
    }
}

extension DatabaseError: CallError {
    package static let service = ServiceName(
        "the Realtime Database", server: "a Realtime Database", address: "host, port and name")
}

extension DatabaseError.Code: CallErrorCode {}
