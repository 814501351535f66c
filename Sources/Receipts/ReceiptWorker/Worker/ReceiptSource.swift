/// Where a worker's receipts wait until they are written: an outbox, or messages that are not acknowledged yet.
protocol ReceiptSource: Sendable {
    /// The number of waiting receipts, as far as is known without a query.
    var queued: Int { get }

    /// Receives receipts until the task is cancelled, if the source has to ask for them.
    ///
    /// - Parameter arrived: Called with the number of receipts that have arrived.
    /// - Returns: Whether no more will come, so that the worker ends once all are written.
    /// - Throws: When the worker cannot go on.
    func receive(_ arrived: @escaping @Sendable (Int) async -> Void) async throws -> Bool

    /// A number that changes when another process adds or removes receipts.
    func version() async throws(OutboxError) -> Int64

    /// Counts the receipts again, after another process has changed them.
    func recount() async throws(OutboxError)

    /// Returns the next receipts to write: those of one lane, or of as many lanes as fill a commit. Sets damaged ones aside.
    ///
    /// - Parameters:
    ///   - lane: Only lanes with a higher number need to be considered.
    ///   - busy: Lanes that are being written.
    ///   - documents: Documents that must not be written now.
    ///   - limit: The maximum number of receipts.
    ///   - mixesLanes: Whether a batch may hold receipts of several lanes.
    /// - Returns: The batch, nil when nothing is left after that lane; and what was set aside.
    func handOut(
        after lane: Int64, except busy: Set<Int64>, without documents: Set<ReceiptDocument>, limit: Int,
        mixesLanes: Bool
    ) async throws(OutboxError) -> (batch: OutboxBatch?, damage: [OutboxDamage])

    /// When the first postponed receipts are due again, in milliseconds since 1970; nil when none are postponed.
    func firstPostponement() async throws(OutboxError) -> Int64?

    /// Checks all receipts, and sets aside those that block others.
    func setObstaclesAside() async throws(OutboxError) -> [OutboxDamage]

    /// Records the results of trying to write receipts.
    func settle(_ settlements: [LaneSettlement]) async throws(OutboxError)

    /// Gives back what is not written, because the worker ends.
    func end() async
}

/// An outbox is written to by others, and keeps what is left.
extension Outbox: ReceiptSource {
    func receive(_ arrived: @escaping @Sendable (Int) async -> Void) async -> Bool { false }

    func end() async {}
}
