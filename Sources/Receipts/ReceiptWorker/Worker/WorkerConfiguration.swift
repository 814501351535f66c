/// Intervals and limits of a worker.
public struct WorkerConfiguration: Sendable {
    /// How long a receipt waits for others to share its commit.
    public var flushInterval: Duration = .milliseconds(1500)
    /// The number of simultaneous requests.
    public var concurrency = 4
    /// How long the worker may go on writing once it is asked to stop.
    public var shutdownTime: Duration = .seconds(10)
    var retries = RetrySchedule()

    /// Creates the default configuration.
    public init() {}

    /// The default for messages, which block later ones of their ordering key until they are written: receipts wait for 50 milliseconds.
    public static var forMessages: WorkerConfiguration {
        var configuration = WorkerConfiguration()
        configuration.flushInterval = .milliseconds(50)
        return configuration
    }
}
