/// How often to check that a database answers, while a page is open.
struct ProbePace: Sendable, Equatable {
    /// How long after the last response to send a probe.
    var idle: Duration
    /// The timeout of a probe.
    var limit: Duration
    /// The wait after the first failed probe; it doubles with each further one.
    var soonest: Duration
    /// The longest wait.
    var slowest: Duration
    /// How often to check what is due.
    var tick = Duration.milliseconds(100)

    /// - Parameter isBilled: Whether the database is in production. Probes cost nothing there, but take longer.
    init(isBilled: Bool) {
        idle = isBilled ? .seconds(5) : .milliseconds(500)
        limit = isBilled ? .seconds(4) : .seconds(1)
        soonest = isBilled ? .milliseconds(500) : .milliseconds(250)
        slowest = isBilled ? .seconds(15) : .seconds(2)
    }

    /// The wait after a number of failed probes in a row.
    func wait(after failures: Int) -> Duration {
        min(slowest, soonest * (1 << min(max(failures - 1, 0), 16)))
    }
}
