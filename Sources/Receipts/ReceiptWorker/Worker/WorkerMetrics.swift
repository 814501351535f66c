public import ReadReceipts

/// What a worker has done since it was started.
public struct WorkerMetrics: Sendable, Equatable {
    /// Events that were taken in, those included that were covered by others.
    public var events = 0
    /// Events that were covered by receipts that waited already.
    public var coveredEvents = 0
    /// Receipts that were written.
    public var written = 0
    /// Receipts that needed nothing, by the reason.
    public var skipped: [SkipReason: Int] = [:]
    /// Receipts that never can be written, by the status code's name.
    public var deadLetters: [String: Int] = [:]
    /// Receipts that could not be written at some time and were kept, by the status code's name.
    public var postponed: [String: Int] = [:]
    /// Requests with writes.
    public var commits = 0
    /// Documents read, as production bills them.
    public var documentsRead = 0
    /// Documents written.
    public var documentsWritten = 0
    /// How long it took from events to their writes.
    public var latency = LatencyHistogram()

    /// Creates metrics of nothing.
    public init() {}
}
