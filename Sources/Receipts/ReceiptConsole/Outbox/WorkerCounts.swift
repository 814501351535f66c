/// What a running worker counts, as far as the page shows it: read from its metrics.
///
/// Source: <https://prometheus.io/docs/instrumenting/exposition_formats/>.
struct WorkerCounts: Sendable, Equatable {
    /// Receipts that became dead letters since the worker was started.
    var refused = 0
    /// How many receipts were written within each time, in milliseconds; the last one is infinite.
    var written: [(limit: Double, count: Int)] = []

    static func == (one: WorkerCounts, other: WorkerCounts) -> Bool {
        one.refused == other.refused && one.written.elementsEqual(other.written) { $0 == $1 }
    }

    /// The longest text that is read, in bytes.
    static let textLimit = 1 << 20

    /// Reads the response of a worker's `/metrics`; nil if it is something else.
    init?(_ text: String) {
        guard text.utf8.count <= WorkerCounts.textLimit else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("receipts_") {
            guard let space = line.lastIndex(of: " "), let value = Double(line[line.index(after: space)...]),
                let count = Int(exactly: value.rounded())
            else { continue }
            if line.hasPrefix("receipts_refused_total") {
                refused += count
            } else if line.hasPrefix("receipts_latency_seconds_bucket{le=\"") {
                let limit = line.split(separator: "\"")[1]
                written.append((limit == "+Inf" ? .infinity : (Double(limit) ?? .infinity) * 1000, count))
            }
        }
        if written.isEmpty { return nil }
    }

    /// The time within which a share of the receipts was written since earlier counts, in milliseconds; nil if none was, or if the worker
    /// has been started again. Between two limits it is estimated.
    func latency(since earlier: WorkerCounts, share: Double) -> Double? {
        guard written.map(\.limit) == earlier.written.map(\.limit) else { return nil }
        let counts = zip(written, earlier.written).map { $0.count - $1.count }
        guard let total = counts.last, total > 0, !counts.contains(where: { $0 < 0 }) else { return nil }
        let wanted = Double(total) * share
        var (limit, count) = (0.0, 0)
        for (bucket, reached) in zip(written, counts) {
            if Double(reached) >= wanted {
                if bucket.limit.isInfinite { return limit }
                return limit + (bucket.limit - limit) * (wanted - Double(count)) / Double(reached - count)
            }
            (limit, count) = (bucket.limit, reached)
        }
        return limit
    }
}
