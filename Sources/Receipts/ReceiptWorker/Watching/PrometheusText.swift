import ReadReceipts

/// Metrics in Prometheus' text format.
///
/// Source: <https://prometheus.io/docs/instrumenting/exposition_formats/>.
struct PrometheusText {
    private(set) var text = ""

    mutating func counter(_ name: String, _ help: String, _ value: Int) {
        describe(name, "counter", help)
        text += "\(name) \(value)\n"
    }

    mutating func gauge(_ name: String, _ help: String, _ value: some CustomStringConvertible) {
        describe(name, "gauge", help)
        text += "\(name) \(value)\n"
    }

    /// A counter with a value for each value of a label, which must be plain words.
    mutating func counter(_ name: String, _ help: String, by label: String, _ values: [String: Int]) {
        describe(name, "counter", help)
        for (word, value) in values.sorted(by: { $0.key < $1.key }) {
            text += "\(name){\(label)=\"\(word)\"} \(value)\n"
        }
    }

    mutating func histogram(_ name: String, _ help: String, _ histogram: LatencyHistogram) {
        describe(name, "histogram", help)
        for (bound, count) in zip(LatencyHistogram.bounds, histogram.counts) {
            text += "\(name)_bucket{le=\"\(Double(bound) / 1000)\"} \(count)\n"
        }
        text += "\(name)_bucket{le=\"+Inf\"} \(histogram.count)\n"
        text += "\(name)_sum \(Double(histogram.total) / 1000)\n"
        text += "\(name)_count \(histogram.count)\n"
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
        text.counter("receipts_documents_read_total", "Documents read, as they are billed.", documentsRead)
        text.counter(
            "receipts_documents_written_total", "Documents written, as they are billed.", documentsWritten)
        text.histogram("receipts_latency_seconds", "From an event to its write.", latency)
        return text.text
    }
}
