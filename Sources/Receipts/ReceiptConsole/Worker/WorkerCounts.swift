/// What a running worker counts, as far as the page shows it: read from its metrics.
///
/// Source: <https://prometheus.io/docs/instrumenting/exposition_formats/>.
struct WorkerCounts: Sendable, Equatable {
    /// What a worker on Pub/Sub counts of its messages.
    struct Messages: Sendable, Equatable, Encodable {
        var held = 0
        var heldBytes = 0
        var received = 0
        var acknowledged = 0
        var returned = 0
        var buried = 0
        var failedPulls = 0
        var failedAnswers = 0
    }

    /// Receipts that wait to be written.
    var queued = 0
    /// How long the oldest of them has been waiting, in milliseconds.
    var waiting: Int64 = 0
    /// Receipts that wait after an attempt that failed.
    var retrying = 0
    var deadLetters = 0
    /// Events taken in since the worker was started.
    var stored = 0
    /// Receipts that are done since then: written, not needed, or refused.
    var settled = 0
    /// Receipts that became dead letters since then.
    var refused = 0
    /// Nil unless the worker takes its receipts from Pub/Sub.
    var messages: Messages?
    /// How many receipts were written within each time, in milliseconds; the last one is infinite.
    var written: [Bucket] = []

    struct Bucket: Sendable, Equatable {
        let limit: Double
        let count: Int
    }

    /// The longest text that is read, in bytes.
    static let textLimit = 1 << 20

    /// Reads the response of a worker's `/metrics`; nil if it is something else.
    init?(_ text: String) {
        guard text.utf8.count <= WorkerCounts.textLimit else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("receipts_") {
            guard let space = line.lastIndex(of: " "), let value = Double(line[line.index(after: space)...]),
                value.isFinite
            else { continue }
            let labels = line[..<space].split(separator: "\"", omittingEmptySubsequences: false)
            note(line[..<space].prefix { $0 != "{" }, label: labels.count > 1 ? labels[1] : "", value)
        }
        if written.isEmpty { return nil }
    }

    private mutating func note(_ name: Substring, label: Substring, _ value: Double) {
        let count = Int(exactly: value.rounded()) ?? 0
        switch name {
        case "receipts_queue_depth": queued = count
        case "receipts_queue_age_seconds": waiting = Int64(exactly: (value * 1000).rounded()) ?? 0
        case "receipts_queue_retrying": retrying = count
        case "receipts_dead_letters": deadLetters = count
        case "receipts_events_total": stored = count
        case "receipts_written_total", "receipts_skipped_total", "receipts_events_covered_total":
            settled += count
        case "receipts_refused_total":
            settled += count
            refused += count
        case "receipts_latency_seconds_bucket":
            let limit = label == "+Inf" ? .infinity : (Double(label) ?? .infinity) * 1000
            written.append(Bucket(limit: limit, count: count))
        case "receipts_messages_held": messages[\.held] = count
        case "receipts_messages_held_bytes": messages[\.heldBytes] = count
        case "receipts_messages_received_total": messages[\.received] = count
        case "receipts_messages_acknowledged_total": messages[\.acknowledged] = count
        case "receipts_messages_returned_total": messages[\.returned] = count
        case "receipts_messages_buried_total": messages[\.buried] = count
        case "receipts_pull_failures_total": messages[\.failedPulls] = count
        case "receipts_answer_failures_total": messages[\.failedAnswers] = count
        case _: break
        }
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

extension WorkerCounts.Messages? {
    /// A count; there are messages as soon as one is known.
    fileprivate subscript(count: WritableKeyPath<WorkerCounts.Messages, Int>) -> Int {
        get { self?[keyPath: count] ?? 0 }
        set {
            var messages = self ?? WorkerCounts.Messages()
            messages[keyPath: count] = newValue
            self = messages
        }
    }
}
