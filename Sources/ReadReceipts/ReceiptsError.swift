public import FirestoreClient
import FirestoreModel

/// Why a receipt operation could not be carried out, or not to its end.
public struct ReceiptsError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Code: String, Sendable, CaseIterable {
        /// An id or another argument is not a good one; nothing was sent.
        case invalidArgument
        /// There is no such conversation.
        case conversationNotFound
        /// There is no such message.
        case messageNotFound
        /// The user is not a member of the conversation.
        case notAMember
        /// The rules do not allow it.
        case permissionDenied
        /// The credentials are missing, wrong or expired.
        case notAuthenticated
        /// No server could be reached, or it went away.
        case unreachable
        /// The task was cancelled.
        case cancelled
        /// The server refused for another reason.
        case server
    }

    /// What kind of failure it is.
    public var code: Code
    /// One clear line: what failed, where, and what to do.
    public var message: String
    /// What was done before the failure; nil when nothing was.
    public var partialResult: MarkResult?
    /// The client's own error, when the server or the connection is to blame.
    public var underlying: FirestoreError?

    /// Creates an error.
    public init(
        _ code: Code, _ message: String, partialResult: MarkResult? = nil, underlying: FirestoreError? = nil
    ) {
        self.code = code
        self.message = message
        self.partialResult = partialResult
        self.underlying = underlying
    }

    /// The message.
    public var description: String { message }

    init(_ error: FirestoreError) {
        self.init(Code(error.code), error.message, underlying: error)
    }
}

extension ReceiptsError.Code {
    fileprivate init(_ code: StatusCode) {
        switch code {
        case .permissionDenied: self = .permissionDenied
        case .unauthenticated: self = .notAuthenticated
        case .unavailable, .deadlineExceeded: self = .unreachable
        case .cancelled: self = .cancelled
        case .invalidArgument: self = .invalidArgument
        case .ok, .unknown, .notFound, .alreadyExists, .resourceExhausted, .failedPrecondition, .aborted,
            .outOfRange,
            .unimplemented, .internal, .dataLoss:
            self = .server
        }
    }
}
