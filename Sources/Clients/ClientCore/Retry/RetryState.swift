package import HTTPTransport

/// What to do after a failed attempt.
package enum RetryDecision: Sendable, Equatable {
    case giveUp
    case retry(after: Duration)
}

/// Decides after each attempt whether a call is tried again. It has neither clock nor network.
package struct RetryState: Sendable {
    private let policy: RetryPolicy
    /// Whether making the call twice has the same effect as making it once.
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

/// What a failed attempt says about trying again.
package struct FailureTraits: Sendable, Equatable {
    package enum Persistence: Sendable, Equatable {
        /// Another attempt fails the same way.
        case permanent
        /// Another attempt may succeed.
        case transient
        /// One more attempt may succeed; a second such failure counts as permanent.
        case transientOnce
    }

    package var persistence: Persistence
    /// True if a write may have succeeded although no success was reported.
    package var mayHaveBeenApplied: Bool
    /// How long the server asks to wait.
    package var retryAfter: Duration?

    package init(_ persistence: Persistence, mayHaveBeenApplied: Bool, retryAfter: Duration? = nil) {
        self.persistence = persistence
        self.mayHaveBeenApplied = mayHaveBeenApplied
        self.retryAfter = retryAfter
    }

    /// The traits when no complete response arrived.
    package init(transport kind: HTTPTransportError.Kind) {
        switch kind {
        case .unreachable: self.init(.transient, mayHaveBeenApplied: false)
        case .connectionLost, .timedOut: self.init(.transient, mayHaveBeenApplied: true)
        // Asking again does not change a certificate or a URL.
        case .invalidRequest, .tlsFailed: self.init(.permanent, mayHaveBeenApplied: false)
        case .responseTooLarge, .cancelled, .other: self.init(.permanent, mayHaveBeenApplied: true)
        }
    }

    /// The traits of an HTTP status that does not come from the database, but from a proxy, for example.
    package init(foreignStatus status: Int) {
        switch status {
        case 429: self.init(.transient, mayHaveBeenApplied: false)
        case 502, 503, 504: self.init(.transient, mayHaveBeenApplied: true)
        case 400..<500: self.init(.permanent, mayHaveBeenApplied: false)
        default: self.init(.permanent, mayHaveBeenApplied: true)
        }
    }
}

/// Measures the time since it was created, with a clock of any type.
package struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    package init(_ clock: some Clock<Duration>) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
    }

    package var elapsed: Duration { read() }
}
