/// What a ``ReceiptSession`` has reported so far, for dashboards. Durations are as the caller waited for them.
public struct ReceiptMetrics: Sendable, Equatable {
    /// How many calls have marked messages, or found nothing to mark.
    public var calls = 0
    /// How many messages were marked.
    public var messagesMarked = 0
    /// How many commits that took.
    public var commits = 0
    /// How many messages could not be marked.
    public var messagesFailed = 0
    /// How many calls have failed, by reason.
    public var callsFailed: [ReceiptsError.Code: Int] = [:]
    /// How many calls were kept until there is a connection.
    public var callsQueued = 0
    /// How many calls could not be kept because too much waits already.
    public var callsNotQueued = 0
    /// How long all calls took together.
    public var totalDuration = Duration.zero
    /// How long the slowest call took.
    public var longestDuration = Duration.zero

    /// Creates the metrics of a session that has reported nothing.
    public init() {}

    /// How many messages a commit has marked on average; zero before the first.
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
