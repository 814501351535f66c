/// What a ``ReceiptSession`` has done so far, for dashboards. Durations are what callers waited.
public struct ReceiptMetrics: Sendable, Equatable {
    /// The number of successful calls, including those with nothing to mark.
    public var calls = 0
    /// The number of messages marked.
    public var messagesMarked = 0
    /// The number of commits.
    public var commits = 0
    /// The number of messages that could not be marked.
    public var messagesFailed = 0
    /// The number of failed calls, by reason.
    public var callsFailed: [ReceiptsError.Code: Int] = [:]
    /// The number of calls queued until there is a connection.
    public var callsQueued = 0
    /// The number of calls not queued because the queue was full.
    public var callsNotQueued = 0
    /// The duration of all calls together.
    public var totalDuration = Duration.zero
    /// The duration of the slowest call.
    public var longestDuration = Duration.zero

    /// Creates metrics that are all zero.
    public init() {}

    /// The average number of messages per commit; zero before the first.
    public var messagesPerCommit: Double {
        commits == 0 ? 0 : Double(messagesMarked) / Double(commits)
    }

    mutating func add(_ result: MarkResult, took duration: Duration) {
        calls += 1
        messagesMarked += result.marked.count
        commits += result.commits
        messagesFailed += result.failed.count
        add(duration)
    }

    mutating func add(_ error: ReceiptsError, took duration: Duration) {
        if let part = error.partialResult {
            messagesMarked += part.marked.count
            commits += part.commits
            messagesFailed += part.failed.count
        }
        callsFailed[error.code, default: 0] += 1
        add(duration)
    }

    private mutating func add(_ duration: Duration) {
        totalDuration += duration
        longestDuration = max(longestDuration, duration)
    }
}
