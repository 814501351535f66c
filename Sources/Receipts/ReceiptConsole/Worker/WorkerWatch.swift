/// Looks at the worker again and again while the console runs, so that a page that is opened later shows the last hour.
actor WorkerWatch {
    private let reader: WorkerReader
    private let pause: Duration
    private var history: WorkerHistory

    /// - Parameters:
    ///   - history: What is known already.
    ///   - pause: The time between two looks.
    init(_ reader: WorkerReader, history: WorkerHistory, pause: Duration) {
        self.reader = reader
        self.history = history
        self.pause = pause
    }

    /// The time between two samples, in milliseconds.
    nonisolated var interval: Int { Int(pause / .milliseconds(1)) }

    /// The rows of a worker after a time; none if it is another one than the last look was at.
    ///
    /// - Parameter source: The path of its outbox; nil for one of which only the metrics are known.
    func history(of source: String?, after time: Int64) -> [[Double?]] {
        history.source == source ? history.rows(after: time) : []
    }

    /// Looks until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: pause)
        }
    }

    /// Takes a sample. A worker that cannot be read has none.
    func look() async {
        guard let reading = try? await reader.read(), reading.source != nil || reading.isRunning else {
            return
        }
        let sample = WorkerHistory.Sample(
            time: reading.time, queued: reading.queued, waiting: reading.waiting ?? 0, stored: reading.stored,
            settled: reading.settled, deadLetters: reading.deadLetters, counts: reading.counts)
        history.add(sample, of: reading.source)
    }
}
