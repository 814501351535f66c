import ReceiptWorker

/// What an outbox held and had done over the last hour. A value.
struct WorkerHistory: Sendable, Equatable {
    /// One look.
    struct Sample: Sendable, Equatable {
        /// In milliseconds since 1970.
        let time: Int64
        let queued: Int
        /// How long the oldest receipt has been waiting, in milliseconds.
        let waiting: Int64
        /// All receipts that were ever taken in, and written.
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

    private(set) var outbox: String?
    private(set) var samples: [Sample] = []

    /// Adds a sample. Those of another outbox, or from before the clock was set back, do not compare, and are dropped.
    mutating func add(_ sample: Sample, of path: String) {
        let last = samples.last
        if path != outbox || last.map({ $0.time >= sample.time || $0.stored > sample.stored }) ?? false {
            samples = []
        }
        outbox = path
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
