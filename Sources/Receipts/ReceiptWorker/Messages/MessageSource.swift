import PubSubClient
import ReadReceipts
import Synchronization

/// Messages whose receipts are in memory until they are written. They are acknowledged only then.
actor MessageSource: ReceiptSource {
    /// Who waits for the receipts of a message.
    enum Origin {
        /// Pub/Sub, for an acknowledgement.
        case pulled(RefusedMessage)
        /// A request over HTTP, for its answer.
        case request(RefusedMessage, CheckedContinuation<MessageOutcome, Never>)
    }

    let schema: ReceiptSchema
    let subscription: ReceiptSubscription?
    let deadLetters: DeadLetterDestination?
    let log: WorkerLog
    let clock: any Clock<Duration>
    let now: @Sendable () -> Int64

    var held = HeldReceipts()
    var origins: [Int64: Origin] = [:]
    var lastNumber: Int64 = 0
    private let count = Atomic(0)
    var leases = LeaseTable()
    var flow: FlowControl
    var metrics = MessageMetrics()
    var pulling = PullState()
    /// Ends waits of the loop that pulls.
    let alarm: WakeableSleep
    /// What is sent without anybody waiting for it.
    var errands = 0

    init(
        _ subscription: ReceiptSubscription?, schema: ReceiptSchema, deadLetters: DeadLetterDestination?,
        log: WorkerLog, clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64,
        generator: any RandomNumberGenerator & Sendable
    ) {
        self.subscription = subscription
        self.schema = schema
        self.deadLetters = deadLetters
        self.log = log
        self.clock = clock
        self.now = now
        pulling.generator = generator
        alarm = WakeableSleep(clock: clock)
        flow = FlowControl(
            maximumMessages: subscription?.maximumMessages ?? 10_000,
            maximumBytes: subscription?.maximumBytes ?? 64 << 20,
            maximumPulls: subscription?.concurrency ?? 1)
    }

    nonisolated var queued: Int { count.load(ordering: .relaxed) }

    /// What is held.
    var statistics: OutboxStatistics { held.statistics }

    /// The number of messages held.
    var openMessages: Int { origins.count }

    // MARK: Holding

    /// Holds the receipts of a message.
    ///
    /// - Returns: Its number.
    @discardableResult
    func hold(_ events: [ReceiptEvent], _ refusals: [EventRefusal], for origin: Origin) -> Int64 {
        lastNumber += 1
        metrics.received += 1
        origins[lastNumber] = origin
        let finished = held.add(events, of: lastNumber, refusals: refusals, at: now())
        updateCount()
        if let finished { finish([finished]) }
        return lastNumber
    }

    /// Gives up a message that was not written in time.
    ///
    /// - Returns: Who has waited for it; nil if it is finished.
    func giveUp(_ message: Int64) -> Origin? {
        held.drop(message)
        updateCount()
        return origins.removeValue(forKey: message)
    }

    private func updateCount() { count.store(held.count, ordering: .relaxed) }

    // MARK: Finishing

    /// Answers for messages all of whose receipts are settled.
    private func finish(_ finished: [HeldReceipts.Finished]) {
        var written: [Int64] = []
        for (message, refusals) in finished.map({ ($0.message, $0.refusals) }) {
            guard let origin = origins.removeValue(forKey: message) else { continue }
            switch (origin, refusals.isEmpty) {
            case (.pulled, true): written.append(message)
            case (.request(_, let continuation), true): continuation.resume(returning: .written)
            case (.pulled(let source), false):
                run { await $0.bury(message, source.with(refusals)) }
            case (.request(let source, let continuation), false):
                run { continuation.resume(returning: await $0.bury(source.with(refusals))) }
            }
        }
        let ackIDs = written.compactMap { leases.remove($0) }
        if !ackIDs.isEmpty { run { await $0.acknowledge(ackIDs) } }
        alarm.wake()
    }

    /// Does something without waiting for it. ``end()`` does wait.
    func run(_ errand: @escaping @Sendable (MessageSource) async -> Void) {
        errands += 1
        Task {
            await errand(self)
            errands -= 1
            alarm.wake()
        }
    }

    // MARK: Writing

    func version() -> Int64 { 0 }

    func recount() async {}

    func setObstaclesAside() -> [OutboxDamage] { [] }

    func handOut(
        after lane: Int64, except busy: Set<Int64>, without documents: Set<ReceiptDocument>, limit: Int,
        mixesLanes: Bool
    ) -> (batch: OutboxBatch?, damage: [OutboxDamage]) {
        let batch = held.handOut(
            except: busy, without: documents, limit: limit, mixesLanes: mixesLanes, at: now())
        return (batch, [])
    }

    func firstPostponement() -> Int64? { held.firstPostponement(after: now()) }

    func settle(_ settlements: [LaneSettlement]) {
        let finished = held.settle(settlements)
        updateCount()
        finish(finished)
    }

    func receive(_ arrived: @escaping @Sendable (Int) async -> Void) async throws -> Bool {
        guard let subscription else { return false }
        return try await pull(from: subscription, arrived)
    }

    /// Gives back all messages that are not written.
    func end() async {
        var ackIDs: [String] = []
        for message in held.openMessages {
            switch giveUp(message) {
            case .pulled: leases.remove(message).map { ackIDs.append($0) }
            case .request(_, let continuation): continuation.resume(returning: .postponed)
            case nil: break
            }
        }
        pulling.isClosed = true
        if !ackIDs.isEmpty { run { [ackIDs] in await $0.giveBack(ackIDs) } }
        // The deadlines of what cannot be answered in time pass by themselves.
        let end = now() + Self.closingTime
        while errands > 0, now() < end { await alarm.wait(for: .milliseconds(end - now())) }
    }

    /// How long to wait for the last answers, in milliseconds.
    private static let closingTime: Int64 = 2000
}

/// What has become of a message.
enum MessageOutcome: Sendable, Equatable {
    /// The database has all its receipts, or what it can never have is among the dead letters.
    case written
    /// Some can never be written, and there is no place for dead letters.
    case refused([EventRefusal])
    /// It could not be written in time.
    case postponed
}

extension RefusedMessage {
    fileprivate func with(_ refusals: [EventRefusal]) -> RefusedMessage {
        RefusedMessage(id: id, subscription: subscription, attributes: attributes, refusals: refusals)
    }
}
