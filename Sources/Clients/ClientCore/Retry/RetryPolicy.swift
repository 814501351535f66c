/// When and how often a failed call is tried again.
///
/// Calls are tried again if they may succeed later: without a connection, after `UNAVAILABLE`, `DEADLINE_EXCEEDED`,
/// `ABORTED` and `RESOURCE_EXHAUSTED`, and once after `INTERNAL`. A write is tried again only if that does no harm: one
/// with an increment, for example, only if it certainly had no effect.
///
/// Waits grow exponentially with full jitter: each is a random part of a ceiling that grows from
/// ``initialDelay`` by ``multiplier`` up to ``maximumDelay``. The server's `Retry-After` is a lower bound.
public struct RetryPolicy: Hashable, Sendable {
    /// The largest number of attempts, including the first.
    public var maximumAttempts: Int
    /// The ceiling of the first wait.
    public var initialDelay: Duration
    /// The factor by which the ceiling grows each time.
    public var multiplier: Double
    /// The largest ceiling.
    public var maximumDelay: Duration
    /// The time limit for a whole call. No wait begins that would end later.
    public var maximumTotalTime: Duration

    /// Creates a policy. Invalid values are replaced by the nearest valid ones.
    public init(
        maximumAttempts: Int = 5, initialDelay: Duration = .milliseconds(250), multiplier: Double = 2,
        maximumDelay: Duration = .seconds(8), maximumTotalTime: Duration = .seconds(60)
    ) {
        self.maximumAttempts = max(1, maximumAttempts)
        self.initialDelay = max(.zero, initialDelay)
        self.multiplier = multiplier >= 1 ? min(multiplier, 1000) : 1
        self.maximumDelay = max(.zero, maximumDelay)
        self.maximumTotalTime = max(.zero, maximumTotalTime)
    }

    /// Five attempts within a minute.
    public static let `default` = RetryPolicy()

    /// One attempt.
    public static let never = RetryPolicy(maximumAttempts: 1)
}

/// The waits between attempts: exponential, capped, with full jitter.
///
/// Full jitter, a wait between zero and the ceiling, spreads clients that failed together better than waits near the
/// ceiling.
package struct Backoff: Sendable {
    private let policy: RetryPolicy
    /// The longest next wait.
    package private(set) var ceiling: Duration

    package init(_ policy: RetryPolicy) {
        self.policy = policy
        ceiling = min(policy.initialDelay, policy.maximumDelay)
    }

    /// The next wait.
    package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        let resolution: UInt64 = 1 << 20
        let part = Double(generator.next(upperBound: resolution + 1)) / Double(resolution)
        defer { ceiling = min(ceiling * policy.multiplier, policy.maximumDelay) }
        return ceiling * part
    }
}
