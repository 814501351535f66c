/// How a worker works.
public struct WorkerConfiguration: Sendable {
    /// How long receipts wait for others to be written with.
    public var flushInterval: Duration = .milliseconds(1500)
    /// How many requests are under way at a time.
    public var concurrency = 4
    /// How long what is left may take to be written once the worker is told to stop.
    public var shutdownTime: Duration = .seconds(10)
    var retries = RetrySchedule()

    /// Creates the usual configuration.
    public init() {}
}
