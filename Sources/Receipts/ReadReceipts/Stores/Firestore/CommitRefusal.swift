import FirestoreClient
import FirestoreModel

/// What the refusal of a commit means for its messages.
enum CommitRefusal: Equatable {
    /// Some message has changed since it was read: read and decide again.
    case stale
    /// Some message cannot be marked: find it by splitting the commit.
    case someMessage
    /// Nothing can be marked: no connection, sign-in or quota.
    case everything

    init(_ code: StatusCode) {
        switch code {
        case .failedPrecondition, .aborted: self = .stale
        case .notFound, .permissionDenied, .invalidArgument, .alreadyExists, .outOfRange: self = .someMessage
        case .ok, .cancelled, .unknown, .deadlineExceeded, .resourceExhausted, .unimplemented, .internal,
            .unavailable,
            .dataLoss, .unauthenticated:
            self = .everything
        }
    }

    /// Why a single message was not marked, in one line.
    ///
    /// - Parameter noun: What people call the document: "message".
    static func reason(_ error: FirestoreError, for path: DocumentPath, of noun: String) -> String {
        switch error.code {
        case .notFound: "the \(noun) was deleted in the meantime (\(path))"
        case .permissionDenied: "denied by the security rules (\(path))"
        case .failedPrecondition, .aborted, .alreadyExists:
            "the \(noun) kept changing while it was being marked (\(path))"
        default: error.message
        }
    }
}

extension StatusCode {
    /// Whether a write failed because of the version of its document.
    var isAboutVersion: Bool { self == .failedPrecondition || self == .aborted || self == .alreadyExists }
}
