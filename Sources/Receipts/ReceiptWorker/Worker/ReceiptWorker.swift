import FirestoreClient
import FirestoreModel
public import Logging
import ReadReceipts
public import ServiceLifecycle

/// Writes the receipts of an outbox to Firestore: in batches, through outages and refusals, each until it is written or can never be.
///
/// One worker works on an outbox. A batch is taken from the outbox only after it was written or refused, so that whatever happens
/// in between it is written again; that is harmless, because what a message carries already is not written.
public actor ReceiptWorker: Service {
    /// What it works on.
    public nonisolated let outbox: Outbox
    /// What it has done so far.
    public private(set) var metrics = WorkerMetrics()

    private let destination: ReceiptDestination
    private let configuration: WorkerConfiguration
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Int64
    private let lock: OutboxLock
    private let alarm: WakeableSleep

    private var schedule: FlushSchedule
    private var health = ServerHealth()
    private var ramp: BulkRamp
    private var generator: any RandomNumberGenerator & Sendable
    /// The lanes that are being written.
    private var busy: Set<Int64> = []
    package private(set) var requests = 0
    private var lastLane: Int64 = 0
    /// When the first of the lanes that could not be written is tried again.
    private var nextPostponed: Int64?
    private var isStopping = false
    private var endsWhenEmpty = false
    /// How often something has arrived.
    private var arrivals = 0
    /// How many receipts of a batch that cannot be written are told of one by one.
    private static let mostRefusalsLogged = 5
    /// Whether everything that stood in the way of what waits was set aside, since something could last be written.
    private var isCleared = false
    /// Why the outbox cannot be worked on any more.
    private var damage: OutboxError?
    /// When Firestore was asked last, and what was wrong.
    private var lastProbe: (time: Int64, reason: String?)?

    /// Creates a worker, and takes the outbox for it alone.
    ///
    /// - Parameters:
    ///   - outbox: What to work on.
    ///   - destination: Where to write, and as whom.
    ///   - configuration: How.
    ///   - logger: Told of refusals and outages; never of tokens or texts.
    ///   - clock: Makes the waits.
    ///   - now: The time in milliseconds since 1970.
    ///   - generator: The source of the jitter of waits.
    /// - Throws: ``OutboxError`` with `taken` when another worker works on the outbox.
    public init(
        _ outbox: Outbox, to destination: ReceiptDestination,
        configuration: WorkerConfiguration = WorkerConfiguration(),
        logger: Logger = Logger(label: "receipt-worker") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Int64 = Outbox.systemTime,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws(OutboxError) {
        lock = try OutboxLock(of: outbox.path)
        self.outbox = outbox
        self.destination = destination
        self.configuration = configuration
        self.logger = logger
        self.clock = clock
        self.now = now
        self.generator = generator
        alarm = WakeableSleep(clock: clock)
        schedule = FlushSchedule(interval: max(configuration.flushInterval, .zero).milliseconds)
        ramp = BulkRamp(at: now())
    }

    // MARK: Taking in

    /// Stores events durably, and writes them in time.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - position: Up to where the file is dealt with that they were read from: kept if and only if they are.
    /// - Returns: How many receipts there are more, and how many events were covered by others.
    /// - Throws: ``OutboxError`` when they cannot be stored; then none is.
    @discardableResult
    public func take(
        _ events: [ReceiptEvent], upTo position: FilePosition? = nil
    ) async throws(OutboxError) -> Outbox.Intake {
        let intake = try await outbox.store(events, upTo: position)
        metrics.events += events.count
        metrics.coveredEvents += intake.covered
        arrived(intake.new)
        return intake
    }

    /// Stores events durably once that is possible: waits while the outbox or its disk is full.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - position: As in ``take(_:upTo:)``.
    /// - Throws: ``OutboxError`` when waiting does not help, or the task is cancelled; then none is stored.
    public func takeWhenThereIsRoom(
        _ events: [ReceiptEvent], upTo position: FilePosition? = nil
    ) async throws(OutboxError) {
        var isTold = false
        while true {
            do throws(OutboxError) {
                try await take(events, upTo: position)
                return
            } catch {
                guard error.code == .full || error.code == .disk, !Task.isCancelled else { throw error }
                if !isTold { logger.warning("events wait for room", metadata: ["reason": "\(error)"]) }
                isTold = true
                guard (try? await clock.sleep(for: .seconds(1))) != nil else { throw error }
            }
        }
    }

    private func arrived(_ count: Int) {
        if count <= 0 { return }
        arrivals += 1
        let wasDue = schedule.dueAt != nil
        schedule.arrived(count, at: now())
        // Who waits for the others already need not be told of each.
        if !wasDue || schedule.isDue(at: now()) { alarm.wake() }
    }

    // MARK: Running

    /// Writes receipts until the task is cancelled or the service group shuts down; then what is left is written as far as the
    /// time for that goes.
    ///
    /// - Throws: ``OutboxError`` when the outbox cannot be read.
    public func run() async throws(OutboxError) {
        let failure = await withGracefulShutdownHandler {
            await runUntilCancelled()
        } onGracefulShutdown: {
            Task { await self.stop() }
        }
        if let failure { throw failure }
    }

    private func runUntilCancelled() async -> OutboxError? {
        await withTaskCancellationHandler { () -> OutboxError? in
            // Apart from the caller's task: its cancellation must not cut off what is being written.
            let task = Task { () -> OutboxError? in
                do throws(OutboxError) {
                    try await loop()
                    return nil
                } catch {
                    return error
                }
            }
            return await task.value
        } onCancel: {
            Task { await self.stop() }
        }
    }

    /// Writes what is left, as far as the time for that goes, and ends the run.
    public func stop() {
        if isStopping { return }
        isStopping = true
        schedule.hurry()
        alarm.wake()
    }

    /// Ends the run once nothing is left to write; without waiting for others, what is there is written at once.
    public func endWhenEmpty() {
        endsWhenEmpty = true
        schedule.hurry()
        alarm.wake()
    }

    private func loop() async throws(OutboxError) {
        var version = try await outbox.version()
        var deadline: Int64?
        // Another process may have stored something since the outbox was opened.
        try await outbox.recount()
        arrived(outbox.queued)
        while true {
            if let damage { throw damage }
            if isStopping {
                let end = deadline ?? now() + configuration.shutdownTime.milliseconds
                deadline = end
                if now() >= end { break }
            }
            if try await sendNext() { continue }
            let isDry = busy.isEmpty
            if isDry, isStopping || (endsWhenEmpty && outbox.queued == 0) { break }
            await alarm.wait(for: pause(until: deadline))
            let present = try await outbox.version()
            if present != version {
                version = present
                let before = outbox.queued
                try await outbox.recount()
                // What was written meanwhile may hide what has come.
                arrived(max(outbox.queued - before, 1))
            }
        }
        while requests > 0, deadline.map({ now() < $0 }) ?? true {
            await alarm.wait(for: .milliseconds(50))
        }
    }

    /// How long nothing need be done, unless something arrives.
    private func pause(until deadline: Int64?) -> Duration {
        let present = now()
        // At the latest then it is looked whether another process has stored something.
        var next = present + max(schedule.interval, 100)
        if let due = schedule.dueAt, due > present { next = min(next, due) }
        if health.closedUntil > present { next = min(next, health.closedUntil) }
        if let nextPostponed { next = min(next, nextPostponed) }
        if let deadline { next = min(next, deadline) }
        return .milliseconds(max(next - present, 1))
    }

    /// Begins to write the next batch, when it is time for one.
    ///
    /// - Returns: Whether there was one.
    private func sendNext() async throws(OutboxError) -> Bool {
        let present = now()
        if let postponed = nextPostponed, postponed <= present {
            nextPostponed = nil
            schedule.hurry()
        }
        guard requests < max(configuration.concurrency, 1), health.isOpen(at: present),
            schedule.isDue(at: present)
        else { return false }
        let arrivalsBefore = arrivals
        guard let batch = try await nextBatch() else {
            // Something may have come while the outbox was looked through.
            if busy.isEmpty, arrivals == arrivalsBefore {
                schedule.ranDry()
                nextPostponed = try await outbox.firstPostponement()
                if nextPostponed == nil, outbox.queued > 0 { try await clear() }
            }
            return false
        }
        isCleared = false
        for part in batch.parts { busy.insert(part.lane.id) }
        requests += 1
        health.began()
        Task { await send(batch) }
        return true
    }

    /// Receipts wait, and none can be got at: sets aside whatever is damaged.
    ///
    /// - Throws: ``OutboxError`` when that has not helped.
    private func clear() async throws(OutboxError) {
        if isCleared {
            throw OutboxError(damaged: outbox.path, "receipts wait in it that cannot be got at")
        }
        isCleared = true
        note(try await outbox.setObstaclesAside())
        schedule.hurry()
        alarm.wake()
    }

    /// Tells of rows that were set aside.
    private func note(_ damage: [OutboxDamage]) {
        for row in damage.prefix(Self.mostRefusalsLogged) {
            logger.error(
                "damaged receipts are set aside, and not written",
                metadata: [
                    "table": "\(row.tableName)", "row": "\(row.rows.lowerBound)",
                    "reason": "\(row.reason.text)",
                ])
        }
        if damage.count > Self.mostRefusalsLogged {
            logger.error(
                "more damaged receipts are set aside",
                metadata: ["count": "\(damage.count - Self.mostRefusalsLogged)"])
        }
    }

    private func nextBatch() async throws(OutboxError) -> OutboxBatch? {
        let start = lastLane
        for lane in start == 0 ? [0] : [start, 0] {
            let found = try await outbox.handOut(
                after: lane, except: busy, limit: CommitLimits.writes, mixesLanes: destination.mixesLanes)
            note(found.damage)
            if let batch = found.batch {
                lastLane = batch.parts[batch.parts.count - 1].lane.id
                return batch
            }
        }
        lastLane = 0
        return nil
    }

    // MARK: Watching

    /// The metrics and what the outbox holds, in Prometheus' text form.
    ///
    /// - Throws: ``OutboxError`` when the outbox cannot be read.
    public func prometheusText() async throws(OutboxError) -> String {
        metrics.prometheusText(try await outbox.statistics(), at: now())
    }

    /// Why receipts that are taken in now could not be stored or written, in one line; nil when they could.
    ///
    /// Asks Firestore, unless that was done in the last ten seconds.
    public func reasonNotToBeReady() async -> String? {
        do throws(OutboxError) {
            try await outbox.check()
        } catch {
            return error.description
        }
        let present = now()
        if let lastProbe, present - lastProbe.time < 10_000 { return lastProbe.reason }
        let failure = await destination.probe()
        lastProbe = (present, failure.map { "Firestore cannot be reached: \($0.message)" })
        return lastProbe?.reason
    }

    // MARK: Writing

    private func send(_ batch: OutboxBatch) async {
        let report = await destination.write(batch) { [weak self] count in
            guard let self else { throw CancellationError() }
            try await self.waitForTurn(count)
        }
        await settle(batch, report)
        for part in batch.parts { busy.remove(part.lane.id) }
        requests -= 1
        alarm.wake()
    }

    private func waitForTurn(_ count: Int) async throws {
        let wait = ramp.take(count, at: now())
        if wait > 0 { try await clock.sleep(for: .milliseconds(wait)) }
    }

    private func settle(_ batch: OutboxBatch, _ report: ReceiptBatch.Report) async {
        metrics.commits += report.commits
        metrics.documentsRead += report.documentsRead
        metrics.documentsWritten += report.documentsWritten
        var outcomes = report.outcomes[...]
        var settlements: [LaneSettlement] = []
        var failure: FirestoreError?
        var refusals = 0
        for (lane, receipts) in batch.parts {
            var settlement = LaneSettlement(lane)
            for (receipt, outcome) in zip(receipts, outcomes.prefix(receipts.count)) {
                switch outcome {
                case .written:
                    metrics.written += 1
                    metrics.latency.add(now() - receipt.storedAt)
                    settlement.receipts.append(.done(receipt))
                case .skipped(let reason):
                    metrics.skipped[reason, default: 0] += 1
                    settlement.receipts.append(.done(receipt))
                case .refused(let code, let reason):
                    metrics.deadLetters[code.name, default: 0] += 1
                    settlement.receipts.append(.dead(receipt, code: code.name, reason: reason))
                    refusals += 1
                    if refusals <= Self.mostRefusalsLogged { logRefusal(of: receipt, lane, code, reason) }
                case .postponed(let error):
                    metrics.postponed[error.code.name, default: 0] += 1
                    failure = error
                    if error.code != .cancelled {
                        if settlement.postponedUntil == nil { logPostponement(of: lane, error) }
                        settlement.postponedUntil = now() + delay(failures: lane.failures + 1, error.code)
                    }
                }
            }
            outcomes = outcomes.dropFirst(receipts.count)
            settlements.append(settlement)
        }
        if refusals > Self.mostRefusalsLogged {
            logger.warning(
                "more receipts cannot be written, and are kept as dead letters",
                metadata: ["count": "\(refusals - Self.mostRefusalsLogged)"])
        }
        note(failure)
        await store(settlements)
    }

    private func delay(failures: Int, _ code: StatusCode) -> Int64 {
        configuration.retries.delay(failures: failures, code: code, using: &generator)
    }

    /// Draws conclusions on the server from how a request went.
    private func note(_ failure: FirestoreError?) {
        guard let failure, ServerHealth.isConcerned(by: failure.code) else { return health.succeeded() }
        let before = health.failures
        health.failed(at: now(), code: failure.code, configuration.retries, using: &generator)
        if before == 0 {
            logger.warning(
                "receipts are kept until Firestore takes them",
                metadata: ["code": "\(failure.code.name)", "reason": "\(failure.message)"])
        }
    }

    /// Stores what has become of receipts. Until that has succeeded they are not tried again: the disk may be full. Where the outbox
    /// is damaged, no waiting helps.
    private func store(_ settlements: [LaneSettlement]) async {
        var failures = 0
        while true {
            do throws(OutboxError) {
                return try await outbox.settle(settlements)
            } catch {
                if error.code == .unreadable {
                    damage = error
                    return alarm.wake()
                }
                if failures == 0 {
                    logger.error("the outbox cannot be written", metadata: ["reason": "\(error)"])
                }
                failures += 1
                if isStopping { return }
                _ = try? await clock.sleep(for: .milliseconds(delay(failures: failures, .unavailable)))
            }
        }
    }

    /// Tells once of a lane that waits for something else than the server.
    private func logPostponement(of lane: Lane, _ error: FirestoreError) {
        if lane.failures > 0 || ServerHealth.isConcerned(by: error.code) { return }
        logger.warning(
            "receipts of a user are tried again later",
            metadata: [
                "conversation": "\(lane.conversationID)", "user": "\(lane.userID)",
                "code": "\(error.code.name)", "reason": "\(error.message)",
            ])
    }

    private func logRefusal(of receipt: QueuedReceipt, _ lane: Lane, _ code: StatusCode, _ reason: String) {
        logger.warning(
            "a receipt cannot be written, and is kept as a dead letter",
            metadata: [
                "conversation": "\(lane.conversationID)", "message": "\(receipt.messageID)",
                "user": "\(lane.userID)",
                "code": "\(code.name)", "reason": "\(reason)",
            ])
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
