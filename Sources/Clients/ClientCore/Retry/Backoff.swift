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
