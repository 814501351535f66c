import ReceiptWorker
import Synchronization

/// Reads what is known of a worker: from its outbox, even if it is started later, and from its metrics.
final class WorkerReader: Sendable {
    private struct State {
        var outbox: Outbox?
        var lastLook: ContinuousClock.Instant?
        /// The latest metrics, also if the worker does not answer any more.
        var counts: WorkerCounts?
    }

    /// The time between two searches for an outbox.
    private static let pause = Duration.seconds(2)

    private let find: (@Sendable () -> Outbox?)?
    private let metrics: (@Sendable () async -> String?)?
    private let state: Mutex<State>

    init(_ configuration: ConsoleConfiguration) {
        (find, metrics) = (configuration.findOutbox, configuration.workerMetrics)
        state = Mutex(State(outbox: configuration.outbox))
    }

    /// The outbox; nil until its file exists.
    func outbox(at now: ContinuousClock.Instant = .now) -> Outbox? {
        state.withLock { state in
            if state.outbox != nil { return state.outbox }
            guard let find, state.lastLook.map({ now >= $0 + WorkerReader.pause }) ?? true else { return nil }
            state.lastLook = now
            state.outbox = find()
            return state.outbox
        }
    }

    /// Whether there is a worker to show.
    var knowsWorker: Bool { outbox() != nil || state.withLock { $0.counts != nil } }

    /// Reads; nil if there is neither an outbox nor a worker that has answered.
    ///
    /// A worker on Pub/Sub has its receipts in memory, and at most dead letters in an outbox: then the metrics tell, otherwise the outbox.
    func read() async throws -> WorkerReading? {
        let counts = await metrics?().flatMap { WorkerCounts($0) }
        let known = state.withLock { state in
            state.counts = counts ?? state.counts
            return state.counts
        }
        let outbox = outbox()
        if let outbox, known?.messages == nil { return try await WorkerReading(outbox, counts) }
        guard let known else { return nil }
        return try await WorkerReading(known, isRunning: counts != nil, outbox)
    }
}
