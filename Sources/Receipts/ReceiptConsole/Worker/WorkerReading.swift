import ReceiptWorker

/// A worker at a moment.
struct WorkerReading: Sendable {
    /// Now, in milliseconds since 1970.
    let time = Outbox.systemTime()
    /// The path of the outbox with the queue; nil if only the metrics are known.
    let source: String?
    /// The outbox with the dead letters.
    let outbox: Outbox?
    let isRunning: Bool
    /// The worker's process id, if it is on this machine.
    let process: Int32?
    let queued: Int
    /// How long the oldest receipt has been waiting, in milliseconds; nil if none waits.
    let waiting: Int64?
    let retrying: Int
    /// All receipts that were taken in, and all that are done.
    let stored: Int
    let settled: Int
    let deadLetters: Int
    /// Nil if only the metrics are known.
    let redelivery: OutboxRedelivery?
    /// The metrics; nil if they are not known.
    let counts: WorkerCounts?

    /// Reads an outbox.
    init(_ outbox: Outbox, _ counts: WorkerCounts?) async throws {
        let (statistics, totals) = (try await outbox.statistics(), try await outbox.totals())
        (source, self.outbox, self.counts) = (outbox.path, outbox, counts)
        process = outbox.workerProcess
        isRunning = process != nil
        (queued, retrying) = (statistics.queued, statistics.retrying)
        waiting = statistics.oldestStoredAt.map { [time] in max(time - $0, 0) }
        (stored, settled, deadLetters) = (totals.stored, totals.settled, statistics.deadLetters)
        redelivery = try await outbox.redelivery()
    }

    /// Takes the metrics of a worker.
    ///
    /// - Parameters:
    ///   - isRunning: Whether it has answered now.
    ///   - outbox: The outbox with its dead letters, if there is one.
    init(_ counts: WorkerCounts, isRunning: Bool, _ outbox: Outbox?) async throws {
        (source, self.outbox, self.counts, self.isRunning) = (nil, outbox, counts, isRunning)
        (process, redelivery) = (nil, nil)
        (queued, retrying) = (counts.queued, counts.retrying)
        waiting = counts.queued > 0 ? counts.waiting : nil
        (stored, settled) = (counts.stored, counts.settled)
        deadLetters =
            try await outbox?.statistics().deadLetters ?? counts.messages?.buried ?? counts.deadLetters
    }
}
