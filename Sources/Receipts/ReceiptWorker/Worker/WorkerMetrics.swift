public import ReadReceipts

/// What a worker has done since it was started.
public struct WorkerMetrics: Sendable, Equatable {
    /// The number of events stored, including those that others covered.
    public var events = 0
    /// The number of events that waiting receipts already covered.
    public var coveredEvents = 0
    /// The number of receipts written.
    public var written = 0
    /// The number of receipts that needed no write, by reason.
    public var skipped: [SkipReason: Int] = [:]
    /// The number of receipts that can never be written, by the status code's name.
    public var deadLetters: [String: Int] = [:]
    /// How often receipts were postponed, by the status code's name.
    public var postponed: [String: Int] = [:]
    /// The number of requests with writes.
    public var commits = 0
    /// The number of documents read, as production bills them.
    public var documentsRead = 0
    /// The number of documents written.
    public var documentsWritten = 0
    /// The time from storing events to writing them.
    public var latency = LatencyHistogram(bounds: [
        100, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 3_600_000,
    ])

    /// Creates metrics that are all zero.
    public init() {}
}
