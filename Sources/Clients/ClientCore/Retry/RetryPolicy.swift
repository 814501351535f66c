/// When and how often a call that failed is tried again.
///
/// Tried again is what may succeed later: no connection, `UNAVAILABLE`, `DEADLINE_EXCEEDED`, `ABORTED`,
/// `RESOURCE_EXHAUSTED`, and `INTERNAL` once. A write is tried again only if that cannot do harm: not one with an
/// increment, for example, unless it certainly was not carried out.
///
/// Waits grow exponentially with full jitter: each is a random part of a ceiling that grows from
/// ``initialDelay`` by ``multiplier`` up to ``maximumDelay``. A `Retry-After` of the server is a lower bound.
public struct RetryPolicy: Hashable, Sendable {
    /// How often a call is sent at most, the first time included.
    public var maximumAttempts: Int
    /// The ceiling of the first wait.
    public var initialDelay: Duration
    /// By how much the ceiling grows each time.
    public var multiplier: Double
    /// The largest ceiling.
    public var maximumDelay: Duration
    /// How long a call may take in all; no wait begins that would end later.
    public var maximumTotalTime: Duration

    /// Creates a policy. Values that make no sense count as the nearest ones that do.
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
