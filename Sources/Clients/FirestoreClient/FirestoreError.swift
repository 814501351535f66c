public import FirestoreModel

/// Why something asked of Firestore was not done.
///
/// The code decides what a program does, the message tells people. Neither holds tokens or the content of
/// documents.
public struct FirestoreError: Error, Sendable, CustomStringConvertible {
    /// The status that the server gave, or the one that fits what happened on the way to it.
    public let code: StatusCode
    /// One line: what failed, where, and what to do.
    public private(set) var message: String
    /// The server's own words, where it gave any. They differ between servers: never compare them.
    public let serverMessage: String?
    /// The number under which the embedded emulator explains why its rules denied the call: see `:explain`. Nil of other servers.
    public private(set) var decision: Int?
    /// True when the same call may well succeed later: no connection, an overloaded server, a conflict.
    public let isRetryable: Bool
    /// True for writes that may have been carried out although the call failed: a connection was lost before
    /// the answer came. Read the documents to find out.
    public private(set) var isOutcomeUnknown: Bool
    /// How many requests were sent; 0 when the failure was noticed before.
    public private(set) var attempts: Int
    /// The error that this one explains, such as the transport's.
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

    /// The same error with the number of the decision that is to blame.
    package func explained(by decision: Int?) -> FirestoreError {
        var error = self
        error.decision = decision
        return error
    }

    /// The same error with what the whole call knows: how often it was tried, and whether it may have had an
    /// effect.
    func concluding(attempts: Int, isOutcomeUnknown: Bool) -> FirestoreError {
        var error = self
        error.attempts = attempts
        error.isOutcomeUnknown = isOutcomeUnknown
        if attempts > 1 { error.message += " Tried \(attempts) times." }
        if isOutcomeUnknown { error.message += " The writes may have been carried out all the same." }
        return error
    }

    static func invalidArgument(_ message: String) -> FirestoreError {
        FirestoreError(.invalidArgument, message)
    }

    static func invalidArgument(_ subject: String, _ problem: ConversionProblem) -> FirestoreError {
        FirestoreError(.invalidArgument, "\(subject): \(problem)", underlying: problem)
    }
}
