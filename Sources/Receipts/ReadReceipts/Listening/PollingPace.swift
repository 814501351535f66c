/// How long to wait before the next poll: short while something changes, longer and longer while nothing does. A value.
struct PollingPace: Sendable {
    /// The longest wait, as a multiple of the shortest.
    static let slowest = 8

    private let interval: Duration
    private let patience: Duration
    private var quietTime = Duration.zero
    private var doublings = 0

    /// - Parameters:
    ///   - interval: The wait while something changes.
    ///   - patience: How long nothing must change before the wait doubles, and before it doubles again.
    init(interval: Duration, patience: Duration) {
        self.interval = interval
        self.patience = patience
    }

    /// The wait before the next poll.
    var wait: Duration { interval * (1 << doublings) }

    /// Notes the result of a poll.
    mutating func polled(foundChanges: Bool) {
        if foundChanges {
            (quietTime, doublings) = (.zero, 0)
            return
        }
        quietTime += wait
        guard quietTime > patience, wait < interval * Self.slowest else { return }
        (quietTime, doublings) = (.zero, doublings + 1)
    }
}
