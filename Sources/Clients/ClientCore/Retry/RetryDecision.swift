/// What to do after a failed attempt.
package enum RetryDecision: Sendable, Equatable {
    case giveUp
    case retry(after: Duration)
}

/// Decides after each attempt whether a call is tried again. It has neither clock nor network.
package struct RetryState: Sendable {
    private let policy: RetryPolicy
    /// Whether carrying the call out twice has the same effect as carrying it out once.
    private let isRepeatable: Bool
    private var backoff: Backoff
    private var hadFailureOfOnce = false
    /// How many attempts have failed.
    package private(set) var attempts = 0

    package init(_ policy: RetryPolicy, isRepeatable: Bool) {
        self.policy = policy
        self.isRepeatable = isRepeatable
        backoff = Backoff(policy)
    }

    /// Records a failed attempt.
    ///
    /// - Parameters:
    ///   - failure: What the failure says about trying again.
    ///   - elapsed: The time since the call began.
    ///   - generator: The source of the jitter; asked only when the answer is to retry.
    package mutating func failed(
        _ failure: FailureTraits, elapsed: Duration, using generator: inout some RandomNumberGenerator
    ) -> RetryDecision {
        attempts += 1
        switch failure.persistence {
        case .permanent: return .giveUp
        case .transient: break
        case .transientOnce:
            if hadFailureOfOnce { return .giveUp }
            hadFailureOfOnce = true
        }
        if failure.mayHaveBeenApplied, !isRepeatable { return .giveUp }
        if attempts >= policy.maximumAttempts { return .giveUp }
        // Retrying earlier than the server asks is useless, so give up if there is no time for that wait.
        let wait = max(backoff.next(using: &generator), failure.retryAfter ?? .zero)
        return elapsed + wait > policy.maximumTotalTime ? .giveUp : .retry(after: wait)
    }
}
