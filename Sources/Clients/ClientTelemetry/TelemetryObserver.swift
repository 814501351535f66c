public import ClientCore
public import CoreMetrics
import Metrics
import Synchronization
public import Tracing

/// Passes the calls of clients on to swift-metrics and swift-distributed-tracing, with OpenTelemetry's names.
///
/// Set it as `callObserver` in the settings of a client. What the program has bootstrapped receives
///
/// - a span for each call, named as the operation and the database, with the attributes `db.system.name`, `db.operation.name`, `db.namespace`,
///   `server.address`, `server.port`, and `error.type` of a call that failed. Pub/Sub's have `messaging.system` and
///   `messaging.operation.name`.
/// - the timer `db.client.operation.duration`, with the system, the operation and the error as dimensions; of Pub/Sub
///   `messaging.client.operation.duration`.
/// - the counters `receipts.client.requests`, `receipts.client.retries`, `receipts.client.documents.read` and
///   `receipts.client.documents.written`, and the meter `receipts.client.listeners`, with the system as dimension. Documents are those that are billed.
///
/// No names or contents of documents are passed on.
///
/// Source: <https://opentelemetry.io/docs/specs/semconv/database/>
public final class TelemetryObserver: CallObserver {
    private let factory: any MetricsFactory
    private let tracer: (any Tracer)?
    private let timers = Mutex<[TimerKey: Metrics.Timer]>([:])
    private let counters = Mutex<[String: Counters]>([:])

    /// Creates an observer. One serves any number of clients.
    ///
    /// - Parameters:
    ///   - factory: Where metrics go; nil for what the program has bootstrapped before.
    ///   - tracer: Where spans go; nil for what the program has bootstrapped at the time of a call.
    public init(factory: (any MetricsFactory)? = nil, tracer: (any Tracer)? = nil) {
        self.factory = factory ?? MetricsSystem.factory
        self.tracer = tracer
    }

    /// Begins the span of a call. The returned function ends it, and records how long it took.
    public func began(_ call: ObservedCall) -> @Sendable (CallOutcome) -> Void {
        let begin = ContinuousClock.now
        let span = startSpan(call)
        return { [self] outcome in
            if let error = outcome.error {
                span.attributes["error.type"] = error
                span.setStatus(SpanStatus(code: .error))
            }
            if outcome.attempts > 1 { span.attributes["receipts.attempts"] = outcome.attempts }
            span.end()
            timer(of: call, outcome).recordNanoseconds(begin.duration(to: .now).nanoseconds)
        }
    }

    /// Adds to the counters of the client's service.
    public func counted(_ counts: CallCounts, by client: ObservedClient) {
        let counters = counters(of: client.service)
        if counts.requests != 0 { counters.requests.increment(by: counts.requests) }
        if counts.retries != 0 { counters.retries.increment(by: counts.retries) }
        if counts.documentsRead != 0 { counters.documentsRead.increment(by: counts.documentsRead) }
        if counts.documentsWritten != 0 { counters.documentsWritten.increment(by: counts.documentsWritten) }
        if counts.listeners > 0 { counters.listeners.increment(by: Double(counts.listeners)) }
        if counts.listeners < 0 { counters.listeners.decrement(by: Double(-counts.listeners)) }
    }

    // MARK: Spans

    private func startSpan(_ call: ObservedCall) -> any Span {
        let client = call.client
        let name = client.namespace.map { "\(call.operation) \($0)" } ?? call.operation
        let span: any Span =
            if let tracer {
                tracer.startAnySpan(name, ofKind: .client)
            } else {
                InstrumentationSystem.tracer.startAnySpan(name, ofKind: .client)
            }
        let names = client.service.telemetryNames
        span.attributes[names.attribute] = names.system
        span.attributes["\(names.namespace).operation.name"] = call.operation
        if let namespace = client.namespace { span.attributes["db.namespace"] = namespace }
        span.attributes["server.address"] = client.host
        span.attributes["server.port"] = client.port
        return span
    }

    // MARK: Metrics

    private struct TimerKey: Hashable {
        let service: ObservedClient.Service
        let operation: String
        let error: String?
    }

    private struct Counters {
        let requests: Counter
        let retries: Counter
        let documentsRead: Counter
        let documentsWritten: Counter
        let listeners: Meter
    }

    private func timer(of call: ObservedCall, _ outcome: CallOutcome) -> Metrics.Timer {
        let service = call.client.service
        let key = TimerKey(service: service, operation: call.operation, error: outcome.error)
        return timers.withLock { timers in
            if let timer = timers[key] { return timer }
            let names = service.telemetryNames
            var dimensions = [
                (names.attribute, names.system), ("\(names.namespace).operation.name", call.operation),
            ]
            if let error = outcome.error { dimensions.append(("error.type", error)) }
            let timer = Metrics.Timer(
                label: "\(names.namespace).client.operation.duration", dimensions: dimensions,
                preferredDisplayUnit: .seconds, factory: factory)
            timers[key] = timer
            return timer
        }
    }

    private func counters(of service: ObservedClient.Service) -> Counters {
        counters.withLock { [factory] counters in
            let names = service.telemetryNames
            if let known = counters[names.system] { return known }
            let dimensions = [(names.attribute, names.system)]
            func counter(_ name: String) -> Counter {
                Counter(label: "receipts.client.\(name)", dimensions: dimensions, factory: factory)
            }
            let new = Counters(
                requests: counter("requests"), retries: counter("retries"),
                documentsRead: counter("documents.read"), documentsWritten: counter("documents.written"),
                listeners: Meter(label: "receipts.client.listeners", dimensions: dimensions, factory: factory)
            )
            counters[names.system] = new
            return new
        }
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
