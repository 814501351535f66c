package import ClientCore
import FirestoreModel

extension FailureTraits {
    /// What a status says that Firestore itself has sent.
    package init(status: StatusCode) {
        switch status {
        // Refused before anything was written: contention with other writers, a quota.
        case .aborted, .resourceExhausted: self.init(.transient, mayHaveBeenApplied: false)
        // Sent by servers on the way, too, after which the commit may still go through behind them.
        case .unavailable, .deadlineExceeded: self.init(.transient, mayHaveBeenApplied: true)
        case .internal: self.init(.transientOnce, mayHaveBeenApplied: true)
        case .unknown, .cancelled, .dataLoss: self.init(.permanent, mayHaveBeenApplied: true)
        case .ok, .invalidArgument, .notFound, .alreadyExists, .permissionDenied, .failedPrecondition,
            .outOfRange,
            .unimplemented, .unauthenticated:
            self.init(.permanent, mayHaveBeenApplied: false)
        }
    }
}
