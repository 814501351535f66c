public import FirestoreClient
import FirestoreModel
package import RealtimeDatabase

/// Why an operation on receipts failed, or failed halfway.
public struct ReceiptsError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// An id or another argument is invalid; nothing was sent.
        case invalidArgument
        /// The conversation's id is invalid; nothing was sent.
        case invalidConversation
        /// The conversation or message does not exist.
        case notFound
        /// The user is not a member of the conversation.
        case notAMember
        /// The security rules deny it.
        case permissionDenied
        /// Nobody is signed in, or the credentials are wrong or expired.
        case notAuthenticated
        /// The messages have another schema, see ``ReceiptsError/messageSchemas``; nothing was written.
        case otherSchema
        /// No server could be reached, or the connection was lost.
        case offline
        /// The task was cancelled.
        case cancelled
        /// The server refused it for another reason.
        case server
    }

    /// The kind of failure.
    public var code: Code
    /// One line: what failed, where, and what to do.
    public var message: String
    /// What was done before the failure; nil when nothing was.
    public var partialResult: MarkResult?
    /// For ``Code/otherSchema``, the schemas that the messages have; empty if none is known.
    public var messageSchemas: [String] = []
    /// Whether the operation is queued and will be done later, as by a ``ReceiptSession`` that is offline.
    public var isQueued = false
    /// The client's error, if the server or the connection caused it.
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
