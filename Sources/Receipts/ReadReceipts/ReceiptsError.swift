public import FirestoreClient
import FirestoreModel
package import RealtimeDatabase

/// Why a receipt operation could not be carried out, or not to its end.
public struct ReceiptsError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Code: String, Sendable, CaseIterable {
        /// A message's or user's id or another argument is not a good one; nothing was sent.
        case invalidArgument
        /// The conversation's id is not a good one; nothing was sent.
        case invalidConversation
        /// There is no such conversation or message.
        case notFound
        /// The user is not a member of the conversation.
        case notAMember
        /// The rules do not allow it.
        case permissionDenied
        /// Nobody is signed in, or the credentials are wrong or expired.
        case notAuthenticated
        /// The messages have another schema, see ``ReceiptsError/messageSchemas``; nothing was written.
        case otherSchema
        /// No server could be reached, or it went away.
        case offline
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
    /// For ``Code/otherSchema``, the names of the schemas that the messages have; none where it is no known one.
    public var messageSchemas: [String] = []
    /// Whether what could not be done now is kept and done later, as a ``ReceiptSession`` does while it is offline.
    public var isQueued = false
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

    package init(_ error: FirestoreError) {
        self.init(Code(error.code), error.message, underlying: error)
    }

    package init(_ error: DatabaseError) {
        self.init(FirestoreError(error))
    }
}

extension ReceiptsError.Code {
    fileprivate init(_ code: StatusCode) {
        switch code {
        case .permissionDenied: self = .permissionDenied
        case .unauthenticated: self = .notAuthenticated
        case .unavailable, .deadlineExceeded: self = .offline
        case .cancelled: self = .cancelled
        case .invalidArgument: self = .invalidArgument
        case .ok, .unknown, .notFound, .alreadyExists, .resourceExhausted, .failedPrecondition, .aborted,
            .outOfRange,
            .unimplemented, .internal, .dataLoss:
            self = .server
        }
    }
}
