import FirestoreClient
import FirestoreModel
import RealtimeDatabase

extension FirestoreError {
    /// A failure of a Realtime Database with the status code that all Google APIs use, so that callers can treat failures of both databases
    /// alike.
    init(_ error: DatabaseError) {
        self = FirestoreError(
            StatusCode(error.code), error.message, isOutcomeUnknown: error.isOutcomeUnknown, underlying: error
        ).explained(by: error.decision)
    }
}

extension StatusCode {
    fileprivate init(_ code: DatabaseError.Code) {
        switch code {
        case .invalidArgument: self = .invalidArgument
        case .unauthenticated: self = .unauthenticated
        case .permissionDenied: self = .permissionDenied
        case .notFound: self = .notFound
        case .preconditionFailed, .indexNotDefined: self = .failedPrecondition
        case .resourceExhausted: self = .resourceExhausted
        case .unavailable: self = .unavailable
        case .deadlineExceeded: self = .deadlineExceeded
        case .cancelled: self = .cancelled
        case .internal: self = .internal
        case .unsupported: self = .unimplemented
        case .unknown: self = .unknown
        }
    }
}
