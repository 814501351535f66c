/// Decides when a stream reconnects, when silence is too long, and when it ends. It has neither clock nor network.
///
/// connecting → live → waiting → connecting …, and from anywhere to ended. Times are those of one stopwatch.
package struct StreamState: Sendable {
    /// Where the stream is.
    package enum Phase: Sendable, Equatable {
        case connecting
        /// The first event of the connection has come.
        case live(since: Duration)
        /// The connection is lost, and the next one is not due yet.
        case waiting
        case ended
    }

    /// What to do when a connection ends.
    package enum Action: Sendable, Equatable {
        case connect(after: Duration)
        case giveUp
    }

    /// What silence means.
    package enum Silence: Sendable, Equatable {
        /// Check again after this time.
        case watch(for: Duration)
        case tooLong
    }

    /// The longest time without any bytes that does not mean that the connection is dead.
    package var longestSilence: Duration
    private let policy: RetryPolicy
    package private(set) var phase = Phase.connecting
    /// Connections that have failed in a row.
    package private(set) var failures = 0
    private var revocations = 0
    private var backoff: Backoff
    private var isTriedWithoutLimit: Bool
    private var lastSign = Duration.zero

    /// - Parameter isPersistent: Whether even a stream that has never worked is tried without limit.
    package init(_ policy: RetryPolicy, longestSilence: Duration, isPersistent: Bool = false) {
        self.policy = policy
        self.longestSilence = longestSilence
        isTriedWithoutLimit = isPersistent
        backoff = Backoff(policy)
    }

    /// A connection begins.
    package mutating func connect(at now: Duration) {
        phase = .connecting
        lastSign = now
    }

    /// Bytes have arrived, perhaps only a keep-alive.
    package mutating func receivedBytes(at now: Duration) { lastSign = now }

    /// An event with data has arrived.
    package mutating func receivedEvent(at now: Duration) {
        guard case .connecting = phase else { return }
        phase = .live(since: now)
        isTriedWithoutLimit = true
    }

    /// Asks whether the server has been silent for too long.
    package func silence(at now: Duration) -> Silence {
        let rest = longestSilence - (now - lastSign)
        return rest > .zero ? .watch(for: rest) : .tooLong
    }

    /// The connection has failed or ended.
    ///
    /// A stream that has worked before reconnects without limit; a new one, as often as a call is tried.
    package mutating func lost(
        _ failure: FailureTraits, at now: Duration, using generator: inout some RandomNumberGenerator
    ) -> Action {
        recover(at: now)
        failures += 1
        let isHopeless = failure.persistence == .permanent
        if isHopeless || (!isTriedWithoutLimit && failures >= policy.maximumAttempts) { return end() }
        phase = .waiting
        return .connect(after: max(backoff.next(using: &generator), failure.retryAfter ?? .zero))
    }

    /// The token is no longer valid.
    ///
    /// A new one is tried immediately, and then after growing waits, a limited number of times.
    ///
    /// - Parameter canRenew: Whether there may be another token.
    package mutating func revoked(
        canRenew: Bool, at now: Duration, using generator: inout some RandomNumberGenerator
    ) -> Action {
        recover(at: now)
        revocations += 1
        if !canRenew || revocations > policy.maximumAttempts { return end() }
        phase = .waiting
        return .connect(after: revocations == 1 ? .zero : backoff.next(using: &generator))
    }

    /// Resets the counts of failures after a connection that has lasted.
    private mutating func recover(at now: Duration) {
        guard case .live(let since) = phase, now - since >= policy.maximumDelay else { return }
        failures = 0
        revocations = 0
        backoff = Backoff(policy)
    }

    private mutating func end() -> Action {
        phase = .ended
        return .giveUp
    }
}
