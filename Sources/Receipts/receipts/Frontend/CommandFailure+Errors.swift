import FirestoreClient
import FirestoreModel
import GoogleCredentials
import HTTPTransport
import PubSubClient
import ReadReceipts
import RealtimeDatabase

extension CommandFailure {
    init(_ error: ReceiptsError) {
        if let reason = CommandFailure.credentials(in: error) {
            self.init(reason)
            return
        }
        switch error.code {
        case .invalidArgument, .invalidConversation: self.init(.wrongUsage, error.message)
        case .offline: self.init(.unreachable, error.message)
        case .cancelled: self.init(.interrupted, "interrupted")
        case .otherSchema: self.init(.failed, "\(error.message); \(CommandFailure.advice(error))")
        case .notFound, .notAMember, .permissionDenied, .notAuthenticated, .server:
            self.init(.failed, error.message)
        }
    }

    /// What to do if messages have another schema.
    private static func advice(_ error: ReceiptsError) -> String {
        let known = error.messageSchemas.filter { ReceiptSchema.preset(named: $0) != nil }
        let use = known.isEmpty ? "" : "use --schema \(known.joined(separator: " or ")), or "
        return "\(use)pass --force to write anyway"
    }

    init(_ error: FirestoreError) {
        if let reason = CommandFailure.credentials(in: error) {
            self.init(reason)
            return
        }
        switch error.code {
        case .unavailable, .deadlineExceeded: self.init(.unreachable, error.message)
        case .cancelled: self.init(.interrupted, "interrupted")
        case .invalidArgument: self.init(.wrongUsage, error.message)
        case .ok, .unknown, .notFound, .alreadyExists, .permissionDenied, .resourceExhausted,
            .failedPrecondition,
            .aborted, .outOfRange, .unimplemented, .internal, .dataLoss, .unauthenticated:
            self.init(.failed, error.message)
        }
    }

    init(_ error: DatabaseError) {
        if let reason = CommandFailure.credentials(in: error) {
            self.init(reason)
            return
        }
        switch error.code {
        case .unavailable, .deadlineExceeded: self.init(.unreachable, error.message)
        case .cancelled: self.init(.interrupted, "interrupted")
        case .invalidArgument: self.init(.wrongUsage, error.message)
        case .unauthenticated, .permissionDenied, .notFound, .preconditionFailed, .indexNotDefined,
            .resourceExhausted, .internal, .unsupported, .unknown:
            self.init(.failed, error.message)
        }
    }

    init(_ error: PubSubError) {
        if let reason = CommandFailure.credentials(in: error) {
            self.init(reason)
            return
        }
        switch error.code {
        case .unavailable, .deadlineExceeded: self.init(.unreachable, error.message)
        case .cancelled: self.init(.interrupted, "interrupted")
        case .invalidArgument: self.init(.wrongUsage, error.message)
        case .ok, .unknown, .notFound, .alreadyExists, .permissionDenied, .resourceExhausted,
            .failedPrecondition, .aborted, .outOfRange, .unimplemented, .internal, .dataLoss,
            .unauthenticated:
            self.init(.failed, error.message)
        }
    }

    /// Why there is no access token.
    init(_ error: GoogleCredentialsError) {
        switch error.kind {
        case .unavailable: self.init(.unreachable, error.message)
        case .cancelled: self.init(.interrupted, "interrupted")
        case .notFound, .unreadable, .exposed, .malformed, .unsupported, .refused, .invalidAnswer:
            self.init(.failed, error.message)
        }
    }

    /// What was wrong with the credentials of a call, which only says that it had no token.
    private static func credentials(in error: any Error) -> GoogleCredentialsError? {
        switch error {
        case let error as GoogleCredentialsError: error
        case let error as ReceiptsError: error.underlying.flatMap { credentials(in: $0) }
        case let error as FirestoreError: error.underlying.flatMap { credentials(in: $0) }
        case let error as DatabaseError: error.underlying.flatMap { credentials(in: $0) }
        case let error as PubSubError: error.underlying.flatMap { credentials(in: $0) }
        default: nil
        }
    }

    init(_ error: HTTPTransportError) {
        switch error.kind {
        case .unreachable, .connectionLost, .timedOut, .tlsFailed: self.init(.unreachable, error.message)
        case .cancelled: self.init(.interrupted, "interrupted")
        case .invalidRequest, .responseTooLarge, .other: self.init(.failed, error.message)
        }
    }

    /// Converts any error.
    init(any error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as ReceiptsError: self.init(error)
        case let error as FirestoreError: self.init(error)
        case let error as DatabaseError: self.init(error)
        case let error as PubSubError: self.init(error)
        case let error as HTTPTransportError: self.init(error)
        case let error as GoogleCredentialsError: self.init(error)
        case is CancellationError: self.init(.interrupted, "interrupted")
        default: self.init(.failed, String(describing: error))
        }
    }
}
