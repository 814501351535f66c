import ReadReceipts

/// Metrics in Prometheus' text format.
///
/// Source: <https://prometheus.io/docs/instrumenting/exposition_formats/>.
struct PrometheusText {
    /// The names and values of labels. Values must be plain words.
    typealias Labels = [(name: String, value: String)]

    private(set) var text = ""

    mutating func counter(_ name: String, _ help: String, _ value: Int) {
        counter(name, help, [([], value)])
    }

    /// A counter with a value for each value of a label.
    mutating func counter(_ name: String, _ help: String, by label: String, _ values: [String: Int]) {
        counter(name, help, values.sorted { $0.key < $1.key }.map { ([(label, $0.key)], $0.value) })
    }

    mutating func counter(_ name: String, _ help: String, _ values: [(labels: Labels, value: Int)]) {
        add(name, "counter", help, values)
    }

    mutating func gauge(_ name: String, _ help: String, _ value: some CustomStringConvertible) {
        add(name, "gauge", help, [([], value)])
    }

    mutating func gauge(_ name: String, _ help: String, _ values: [(labels: Labels, value: Int)]) {
        add(name, "gauge", help, values)
    }

    mutating func histogram(
        _ name: String, _ help: String, _ values: [(labels: Labels, value: LatencyHistogram)]
    ) {
        describe(name, "histogram", help)
        for (labels, histogram) in values {
            for (bound, count) in zip(histogram.bounds, histogram.counts) {
                sample("\(name)_bucket", labels + [("le", "\(Double(bound) / 1000)")], count)
            }
            sample("\(name)_bucket", labels + [("le", "+Inf")], histogram.count)
            sample("\(name)_sum", labels, histogram.total / 1000)
            sample("\(name)_count", labels, histogram.count)
        }
    }

    private mutating func add(
        _ name: String, _ type: String, _ help: String,
        _ values: [(labels: Labels, value: some CustomStringConvertible)]
    ) {
        describe(name, type, help)
        for (labels, value) in values { sample(name, labels, value) }
    }

    private mutating func sample(_ name: String, _ labels: Labels, _ value: some CustomStringConvertible) {
        let list = labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
        text += "\(name)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
    }

    private mutating func describe(_ name: String, _ type: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
}

extension WorkerMetrics {
    /// These metrics and the contents of the outbox, for Prometheus.
    func prometheusText(_ outbox: OutboxStatistics, at now: Int64) -> String {
        var text = PrometheusText()
        text.gauge("receipts_queue_depth", "Receipts waiting to be written.", outbox.queued)
        let age = outbox.oldestStoredAt.map { Double(max(now - $0, 0)) / 1000 } ?? 0
        text.gauge("receipts_queue_age_seconds", "How long the oldest receipt has been waiting.", age)
        text.gauge(
            "receipts_queue_retrying", "Receipts that wait after an attempt that failed.", outbox.retrying)
        text.gauge("receipts_dead_letters", "Receipts that can never be written.", outbox.deadLetters)
        text.gauge("receipts_damaged", "Damaged receipts, which are set aside.", outbox.damaged)
        text.counter("receipts_events_total", "Events stored.", events)
        text.counter(
            "receipts_events_covered_total", "Events that waiting receipts already covered.", coveredEvents)
        text.counter("receipts_written_total", "Receipts written.", written)
        text.counter(
            "receipts_skipped_total", "Receipts that needed no write.", by: "reason",
            Dictionary(uniqueKeysWithValues: skipped.map { ($0.key.rawValue, $0.value) }))
        text.counter("receipts_refused_total", "Receipts that became dead letters.", by: "code", deadLetters)
        text.counter("receipts_postponed_total", "Receipts that are retried later.", by: "code", postponed)
        text.counter("receipts_commits_total", "Requests with writes.", commits)
        text.histogram("receipts_latency_seconds", "From an event to its write.", [([], latency)])
        return text.text
    }
}
