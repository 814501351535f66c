/// What a worker held and had done over the last hour. A value.
struct WorkerHistory: Sendable, Equatable {
    /// One look.
    struct Sample: Sendable, Equatable {
        /// In milliseconds since 1970.
        let time: Int64
        let queued: Int
        /// How long the oldest receipt has been waiting, in milliseconds.
        let waiting: Int64
        /// All receipts that were taken in, and all that are done.
        let stored: Int
        let settled: Int
        let deadLetters: Int
        /// What the worker's metrics add; nil if they are not known.
        var counts: WorkerCounts?

        /// The sample as a row for the page: the members in the order above; then the refused receipts, and the time within which 95 of 100
        /// were written since the sample before, in milliseconds.
        func row(after previous: Sample?) -> [Double?] {
            let latency = counts.flatMap { now in
                previous?.counts.flatMap { now.latency(since: $0, share: 0.95) }
            }
            return [
                Double(time), Double(queued), Double(waiting), Double(stored), Double(settled),
                Double(deadLetters),
                counts.map { Double($0.refused) }, latency,
            ]
        }
    }

    /// How long samples are kept, in milliseconds, and how many at most.
    static let span: Int64 = 3_600_000
    static let limit = 1000

    /// The path of the outbox; nil if only the metrics are known.
    private(set) var source: String?
    private(set) var samples: [Sample] = []

    /// Adds a sample. Those of another worker, or from before the clock was set back, do not compare, and are dropped.
    mutating func add(_ sample: Sample, of source: String?) {
        if let last = samples.last {
            // A worker that is started again counts from zero; an outbox does not.
            let isAnew = source != nil && last.stored > sample.stored
            if source != self.source || last.time >= sample.time || isAnew { samples = [] }
        }
        self.source = source
        samples.append(sample)
        let first = samples.firstIndex { $0.time >= sample.time - WorkerHistory.span } ?? 0
        samples.removeFirst(max(first, samples.count - WorkerHistory.limit))
    }

    /// The rows after a time.
    func rows(after time: Int64) -> [[Double?]] {
        samples.indices.filter { samples[$0].time > time }
            .map { samples[$0].row(after: $0 > 0 ? samples[$0 - 1] : nil) }
    }
}
