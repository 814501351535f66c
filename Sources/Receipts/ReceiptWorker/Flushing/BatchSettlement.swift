import FirestoreModel
import ReadReceipts

/// What the outcomes of a batch mean for the outbox, for the server's health, and for the log. A value.
struct BatchSettlement {
    /// Why receipts were not written.
    struct Failure {
        let code: StatusCode
        let reason: String
    }

    /// The results for the outbox, lane by lane.
    private(set) var lanes: [LaneSettlement] = []
    /// The documents that were written.
    private(set) var written: Set<ReceiptDocument> = []
    /// The receipts that can never be written.
    private(set) var refusals: [(lane: Lane, receipt: QueuedReceipt, failure: Failure)] = []
    /// The lanes that have to wait, each with its first failure.
    private(set) var postponements: [(lane: Lane, failure: Failure)] = []
    /// The last failure that postponed a receipt; nil when none was postponed.
    private(set) var failure: Failure?

    /// Sorts the outcomes of a batch.
    ///
    /// - Parameters:
    ///   - metrics: Counts the outcomes.
    ///   - now: The time in milliseconds since 1970.
    ///   - delay: How many milliseconds a lane waits that has failed so many times in a row.
    init(
        _ batch: OutboxBatch, _ report: ReceiptBatch.Report, metrics: inout WorkerMetrics, at now: Int64,
        delay: (_ failures: Int, StatusCode) -> Int64
    ) {
        metrics.commits += report.commits
        metrics.documentsRead += report.documentsRead
        metrics.documentsWritten += report.documentsWritten
        var outcomes = report.outcomes[...]
        for (lane, receipts) in batch.parts {
            var settlement = LaneSettlement(lane)
            for (receipt, outcome) in zip(receipts, outcomes.prefix(receipts.count)) {
                switch outcome {
                case .written:
                    metrics.written += 1
                    metrics.latency.add(Double(now - receipt.storedAt))
                    written.insert(lane.document(of: receipt))
                    settlement.receipts.append(.done(receipt))
                case .skipped(let reason):
                    metrics.skipped[reason, default: 0] += 1
                    settlement.receipts.append(.done(receipt))
                case .refused(let code, let reason):
                    metrics.deadLetters[code.name, default: 0] += 1
                    settlement.receipts.append(.dead(receipt, code: code.name, reason: reason))
                    refusals.append((lane, receipt, Failure(code: code, reason: reason)))
                case .postponed(let code, let reason):
                    metrics.postponed[code.name, default: 0] += 1
                    let failure = Failure(code: code, reason: reason)
                    self.failure = failure
                    if code == .cancelled { continue }
                    if settlement.postponedUntil == nil { postponements.append((lane, failure)) }
                    settlement.postponedUntil = now + delay(lane.failures + 1, code)
                }
            }
            outcomes = outcomes.dropFirst(receipts.count)
            lanes.append(settlement)
        }
    }
}
