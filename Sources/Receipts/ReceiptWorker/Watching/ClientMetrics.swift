public import ClientCore
import Synchronization

/// Counts the calls of a worker's clients, for Prometheus.
///
/// Set it as `callObserver` in the settings of the clients, and pass it to ``ReceiptIntake``, which serves at `/metrics` what
/// `TelemetryObserver` of the product ClientTelemetry reports, under the names that OpenTelemetry's exporters for Prometheus give it:
///
/// - the histogram `db_client_operation_duration_seconds`, by system, operation and error; of Pub/Sub
///   `messaging_client_operation_duration_seconds`
/// - the counters `receipts_client_requests_total`, `receipts_client_retries_total`, `receipts_client_documents_read_total` and
///   `receipts_client_documents_written_total`, and the gauge `receipts_client_listeners`, by system. Documents are those that are billed.
public final class ClientMetrics: CallObserver {
    fileprivate struct Operation: Hashable {
        let service: ObservedClient.Service
        let name: String
        let error: String?
    }

    private struct State {
        var durations: [Operation: LatencyHistogram] = [:]
        var counts: [ObservedClient.Service: CallCounts] = [:]
    }

    /// In milliseconds: a call lasts from less than one, on an emulator, to a minute with its retries.
    private static let bounds: [Int64] = [1, 5, 10, 50, 100, 500, 1000, 5000, 10_000, 60_000]

    private let state = Mutex(State())

    /// Creates metrics that are all zero. They serve any number of clients.
    public init() {}

    /// Begins to measure a call.
    public func began(_ call: ObservedCall) -> @Sendable (CallOutcome) -> Void {
        let begin = ContinuousClock.now
        return { [self] outcome in
            let operation = Operation(
                service: call.client.service, name: call.operation, error: outcome.error)
            let duration = begin.duration(to: .now) / .milliseconds(1)
            state.withLock {
                $0.durations[operation, default: LatencyHistogram(bounds: ClientMetrics.bounds)].add(duration)
            }
        }
    }

    /// Adds to the counters of the client's service.
    public func counted(_ counts: CallCounts, by client: ObservedClient) {
        state.withLock { $0.counts[client.service, default: CallCounts()] += counts }
    }

    /// The metrics in Prometheus' text format.
    public var prometheusText: String {
        let (durations, counts) = state.withLock { ($0.durations, $0.counts) }
        var text = PrometheusText()
        for namespace in ["db", "messaging"] {
            let histograms = durations.filter { $0.key.service.telemetryNames.namespace == namespace }
                .map { (labels: $0.key.labels, value: $0.value) }
                .sorted { $0.labels.map(\.value).lexicographicallyPrecedes($1.labels.map(\.value)) }
            if histograms.isEmpty { continue }
            text.histogram(
                "\(namespace)_client_operation_duration_seconds", "Calls, with all their attempts.",
                histograms)
        }
        func values(_ count: KeyPath<CallCounts, Int>) -> [(labels: PrometheusText.Labels, value: Int)] {
            counts.map { ([$0.key.label], $0.value[keyPath: count]) }
                .sorted { $0.labels[0].value < $1.labels[0].value }
        }
        text.counter(
            "receipts_client_requests_total", "Requests sent, repeated ones included.", values(\.requests))
        text.counter(
            "receipts_client_retries_total", "Requests that repeated a failed one.", values(\.retries))
        text.counter(
            "receipts_client_documents_read_total", "Documents read, as they are billed.",
            values(\.documentsRead))
        text.counter(
            "receipts_client_documents_written_total", "Documents written, as they are billed.",
            values(\.documentsWritten))
        text.gauge("receipts_client_listeners", "Open listeners.", values(\.listeners))
        return text.text
    }
}

extension ClientMetrics.Operation {
    fileprivate var labels: PrometheusText.Labels {
        let labels = [service.label, ("\(service.telemetryNames.namespace)_operation_name", name)]
        return labels + (error.map { [("error_type", $0)] } ?? [])
    }
}

extension ObservedClient.Service {
    /// The label that names the system: Prometheus knows no dots in names.
    fileprivate var label: (name: String, value: String) {
        let names = telemetryNames
        return (names.attribute.replacing(".", with: "_"), names.system)
    }
}
