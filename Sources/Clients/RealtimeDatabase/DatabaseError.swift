import ClientCore

/// Why something asked of a Realtime Database was not done.
///
/// The code decides what a program does, the message tells people. Neither holds tokens or data.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// A path, a value, a query or a setting that the database does not take.
        case invalidArgument
        /// The token is missing, has expired, or is not accepted.
        case unauthenticated
        /// The security rules do not allow it.
        case permissionDenied
        /// There is no such database. A place without data is no error.
        case notFound
        /// What was to be there was not, or others kept changing it.
        case preconditionFailed
        /// The query orders by a child for which the rules have no `.indexOn`.
        case indexNotDefined
        /// Too much was asked for or written, or a quota is used up.
        case resourceExhausted
        /// No connection, or a server that cannot answer now.
        case unavailable
        /// No answer in time.
        case deadlineExceeded
        /// The task was cancelled.
        case cancelled
        /// The server failed.
        case `internal`
        /// Anything else, such as an answer of somebody who is no database.
        case unknown
    }

    /// What went wrong.
    public let code: Code
    /// One line: what failed, where, and what to do.
    public private(set) var message: String
    /// The server's own words, where it gave any. They differ between servers: never compare them.
    public let serverMessage: String?
    /// The number under which the embedded emulator explains why its rules denied the call: see `.inspect/decisions.json`. Nil of other
    /// servers.
    public private(set) var decision: Int?
    /// True when the same call may well succeed later: no connection, an overloaded server.
    public let isRetryable: Bool
    /// True for writes that may have been carried out although the call failed: a connection was lost before
    /// the answer came. Read the data to find out.
    public private(set) var isOutcomeUnknown: Bool
    /// How many requests were sent; 0 when the failure was noticed before.
    public private(set) var attempts: Int
    /// The error that this one explains, such as the transport's.
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

    /// The same error with the number of the decision that is to blame.
    func explained(by decision: Int?) -> DatabaseError {
        var error = self
        error.decision = decision
        return error
    }

    /// The same error with what the whole call knows: how often it was tried, and whether it may have had an
    /// effect.
    func concluding(attempts: Int, isOutcomeUnknown: Bool) -> DatabaseError {
        var error = self
        error.attempts = attempts
        error.isOutcomeUnknown = isOutcomeUnknown
        if attempts > 1 { error.message += " Tried \(attempts) times." }
        if isOutcomeUnknown { error.message += " The write may have been carried out all the same." }
        return error
    }

    static func invalidArgument(_ message: String) -> DatabaseError {
        DatabaseError(.invalidArgument, message)
    }

    static func cancelled(_ subject: String, underlying: (any Error)? = nil) -> DatabaseError {
        DatabaseError(.cancelled, "\(subject) was cancelled.", underlying: underlying)
    }

    init(_ problem: CredentialsProblem, subject: String = "The call to the Realtime Database") {
        switch problem {
        case .unusable(let reason): self = .invalidArgument(reason)
        case .noToken(let error):
            self.init(
                .unauthenticated, "No token for the Realtime Database: the token provider failed.",
                underlying: error)
        case .cancelled(let error): self = .cancelled(subject, underlying: error)
        }
    }
}
