/// How often a database is asked whether it still answers, while a page is open.
struct ProbePace: Sendable, Equatable {
    /// How long nothing must have been answered before it is asked.
    var idle: Duration
    /// How long an answer may take.
    var limit: Duration
    /// The wait after the first probe that has failed; it doubles with each one that follows.
    var soonest: Duration
    /// The longest wait.
    var slowest: Duration
    /// How often it is looked what is due.
    var tick = Duration.milliseconds(100)

    /// - Parameter isBilled: Whether the database is Google's. Probes read nothing and cost nothing there, but they go a long way.
    init(isBilled: Bool) {
        idle = isBilled ? .seconds(5) : .milliseconds(500)
        limit = isBilled ? .seconds(4) : .seconds(1)
        soonest = isBilled ? .milliseconds(500) : .milliseconds(250)
        slowest = isBilled ? .seconds(15) : .seconds(2)
    }

    /// The wait after so many probes in a row that have failed.
    func wait(after failures: Int) -> Duration {
        min(slowest, soonest * (1 << min(max(failures - 1, 0), 16)))
    }
}
