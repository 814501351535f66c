package import CoreValues

extension FailureTraits {
    /// The traits of a status that a service of Google itself has sent.
    package init(status: StatusCode) {
        switch status {
        // Refused before anything was written: contention with other writers, a quota.
        case .aborted, .resourceExhausted: self.init(.transient, mayHaveBeenApplied: false)
        // Proxies send these too, and the commit behind them may still succeed.
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
