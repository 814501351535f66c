/// How long to wait before the next poll: short while something moves, longer and longer while nothing does. A value.
struct PollingPace {
    /// The longest wait, as a multiple of the shortest.
    static let slowest = 8

    private let interval: Duration
    private var quietPolls = 0

    /// - Parameter interval: The wait while something moves.
    init(interval: Duration) {
        self.interval = interval
    }

    /// The wait before the next poll.
    var wait: Duration {
        // Three quiet polls may pass before the pace slows down, then it halves with each one.
        let doublings = max(0, min(quietPolls - 3, 3))
        return interval * (1 << doublings)
    }

    /// Takes in what a poll has found.
    mutating func polled(foundChanges: Bool) {
        quietPolls = foundChanges ? 0 : quietPolls + 1
    }
}
