/// How long to wait before the next poll: short while something moves, longer and longer while nothing does. A value.
struct PollingPace: Sendable {
    /// The longest wait, as a multiple of the shortest.
    static let slowest = 8

    private let interval: Duration
    private let patience: Duration
    private var quietTime = Duration.zero
    private var doublings = 0

    /// - Parameters:
    ///   - interval: The wait while something moves.
    ///   - patience: How long nothing must have moved before the wait grows, and before it grows again.
    init(interval: Duration, patience: Duration) {
        self.interval = interval
        self.patience = patience
    }

    /// The wait before the next poll.
    var wait: Duration { interval * (1 << doublings) }

    /// Takes in what a poll has found.
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
