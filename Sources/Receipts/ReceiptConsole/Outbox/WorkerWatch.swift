import ReceiptWorker

/// Looks at the outbox again and again while the console runs, so that a page that is opened later shows the last hour.
actor WorkerWatch {
    private let outboxes: OutboxFinder
    private let metrics: (@Sendable () async -> String?)?
    private let pause: Duration
    private var history = WorkerHistory()

    /// - Parameters:
    ///   - metrics: Returns the text of the worker's metrics; nil if its address is not known.
    ///   - pause: The time between two looks.
    init(_ outboxes: OutboxFinder, metrics: (@Sendable () async -> String?)?, pause: Duration) {
        self.outboxes = outboxes
        self.metrics = metrics
        self.pause = pause
    }

    /// The time between two samples, in milliseconds.
    nonisolated var interval: Int { Int(pause / .milliseconds(1)) }

    /// The rows of an outbox after a time; none if it is another one than the last look was at.
    func history(of outbox: String, after time: Int64) -> [[Double?]] {
        history.outbox == outbox ? history.rows(after: time) : []
    }

    /// Looks until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: pause)
        }
    }

    /// Takes a sample. An outbox that cannot be read has none.
    func look() async {
        guard let outbox = outboxes.outbox(), let statistics = try? await outbox.statistics(),
            let totals = try? await outbox.totals()
        else { return }
        let counts = await metrics?().flatMap { WorkerCounts($0) }
        let now = Outbox.systemTime()
        let sample = WorkerHistory.Sample(
            time: now, queued: statistics.queued,
            waiting: statistics.oldestStoredAt.map { max(now - $0, 0) } ?? 0, stored: totals.stored,
            settled: totals.settled, deadLetters: statistics.deadLetters, counts: counts)
        history.add(sample, of: outbox.path)
    }
}
