import FirestoreClient
import FirestoreModel
public import Logging
import ReadReceipts
public import ServiceLifecycle

/// Writes the receipts of an outbox to the database: in batches, through outages and refusals, until each is written or can never be.
///
/// An outbox has one worker. A batch leaves the outbox only after it was written or refused. If the worker dies in between, the batch is
/// written again, which is harmless: what a message carries already is not written.
public actor ReceiptWorker: Service {
    /// The outbox.
    public nonisolated let outbox: Outbox
    /// What the worker has done so far.
    public private(set) var metrics = WorkerMetrics()

    private let destination: ReceiptDestination
    private let configuration: WorkerConfiguration
    private let log: WorkerLog
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
    /// When the first postponed lane is due again.
    private var nextPostponed: Int64?
    private var isStopping = false
    private var endsWhenEmpty = false
    /// Counts arrivals, to notice those during a query.
    private var arrivals = 0
    /// Whether all damaged rows were set aside since a batch was last found.
    private var isCleared = false
    /// Why the outbox has become unusable.
    private var damage: OutboxError?
    /// When the database was last probed, and why it did not answer.
    private var lastProbe: (time: Int64, reason: String?)?

    /// Creates a worker, and locks the outbox for it.
    ///
    /// - Parameters:
    ///   - outbox: The outbox.
    ///   - destination: Where to write, and as whom.
    ///   - configuration: Intervals and limits.
    ///   - logger: Logs refusals and outages; never tokens or texts.
    ///   - clock: Makes the waits.
    ///   - now: Returns the time in milliseconds since 1970.
    ///   - generator: The source of random waits.
    /// - Throws: ``OutboxError`` with `taken` when another worker uses the outbox.
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
        log = WorkerLog(logger)
        self.clock = clock
        self.now = now
        self.generator = generator
        alarm = WakeableSleep(clock: clock)
        schedule = FlushSchedule(interval: max(configuration.flushInterval, .zero).milliseconds)
        ramp = BulkRamp(at: now())
    }

    // MARK: Storing

    /// Stores events durably, and writes them later.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - position: How far the file was read that holds the events; stored in the same transaction.
    /// - Returns: How many receipts were added, and how many events others covered.
    /// - Throws: ``OutboxError`` when they cannot be stored; then none are.
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

    /// Stores events durably; waits while the outbox or its disk is full.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - position: As in ``take(_:upTo:)``.
    /// - Throws: ``OutboxError`` when waiting does not help, or the task is cancelled; then no event is stored.
    public func takeWhenThereIsRoom(
        _ events: [ReceiptEvent], upTo position: FilePosition? = nil
    ) async throws(OutboxError) {
        var isLogged = false
        while true {
            do throws(OutboxError) {
                try await take(events, upTo: position)
                return
            } catch {
                guard error.code == .full || error.code == .disk, !Task.isCancelled else { throw error }
                if !isLogged { log.fullOutbox(error) }
                isLogged = true
                guard (try? await clock.sleep(for: .seconds(1))) != nil else { throw error }
            }
        }
    }

    private func arrived(_ count: Int) {
        if count <= 0 { return }
        arrivals += 1
        let wasDue = schedule.dueAt != nil
        schedule.arrived(count, at: now())
        // A loop that already waits for the next flush need not wake for each arrival.
        if !wasDue || schedule.isDue(at: now()) { alarm.wake() }
    }

    // MARK: Running

    /// Writes receipts until the task is cancelled or the service group shuts down. Then writes the rest, within the shutdown time.
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
            // A separate task, so that a cancellation does not interrupt a write.
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

    /// Writes the rest, within the shutdown time, and ends the run.
    public func stop() {
        if isStopping { return }
        isStopping = true
        schedule.hurry()
        alarm.wake()
    }

    /// Writes everything without waiting for more, and ends the run once the outbox is empty.
    public func endWhenEmpty() {
        endsWhenEmpty = true
        schedule.hurry()
        alarm.wake()
    }

    private func loop() async throws(OutboxError) {
        var version = try await outbox.version()
        var deadline: Int64?
        // Another process may have stored events since the outbox was opened.
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
                // Receipts written meanwhile may hide new ones in the count.
                arrived(max(outbox.queued - before, 1))
            }
        }
        while requests > 0, deadline.map({ now() < $0 }) ?? true {
            await alarm.wait(for: .milliseconds(50))
        }
    }

    /// How long the loop may sleep unless something arrives.
    private func pause(until deadline: Int64?) -> Duration {
        let present = now()
        // At the latest, look whether another process has stored events.
        var next = present + max(schedule.interval, 100)
        if let due = schedule.dueAt, due > present { next = min(next, due) }
        if health.closedUntil > present { next = min(next, health.closedUntil) }
        if let nextPostponed { next = min(next, nextPostponed) }
        if let deadline { next = min(next, deadline) }
        return .milliseconds(max(next - present, 1))
    }

    /// Starts writing the next batch, if one is due.
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
            // Events may have arrived during the query.
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

    /// Receipts wait, but no query finds them: sets all damaged rows aside.
    ///
    /// - Throws: ``OutboxError`` when that has not helped.
    private func clear() async throws(OutboxError) {
        if isCleared {
            throw OutboxError(damaged: outbox.path, "it holds receipts that cannot be read")
        }
        isCleared = true
        log.damage(try await outbox.setObstaclesAside())
        schedule.hurry()
        alarm.wake()
    }

    private func nextBatch() async throws(OutboxError) -> OutboxBatch? {
        let start = lastLane
        for lane in start == 0 ? [0] : [start, 0] {
            let found = try await outbox.handOut(
                after: lane, except: busy, limit: CommitLimits.writes, mixesLanes: destination.mixesLanes)
            log.damage(found.damage)
            if let batch = found.batch {
                lastLane = batch.parts[batch.parts.count - 1].lane.id
                return batch
            }
        }
        lastLane = 0
        return nil
    }

    // MARK: Watching

    /// Returns the metrics, with the contents of the outbox, in Prometheus' text format.
    ///
    /// - Throws: ``OutboxError`` when the outbox cannot be read.
    public func prometheusText() async throws(OutboxError) -> String {
        metrics.prometheusText(try await outbox.statistics(), at: now())
    }

    /// Why events could not be stored or written now, in one line; nil when they could.
    ///
    /// Sends a request to the database, at most once in ten seconds.
    public func reasonNotToBeReady() async -> String? {
        do throws(OutboxError) {
            try await outbox.check()
        } catch {
            return error.description
        }
        let present = now()
        if let lastProbe, present - lastProbe.time < 10_000 { return lastProbe.reason }
        let failure = await destination.probe()
        lastProbe = (present, failure.map { "the database cannot be reached: \($0)" })
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
        let settlement = BatchSettlement(batch, report, metrics: &metrics, at: now()) { failures, code in
            configuration.retries.delay(failures: failures, code: code, using: &generator)
        }
        log.failures(settlement)
        note(settlement.failure)
        await store(settlement.lanes)
    }

    /// Notes whether the server is available.
    private func note(_ failure: BatchSettlement.Failure?) {
        guard let failure, ServerHealth.isConcerned(by: failure.code) else { return health.succeeded() }
        let before = health.failures
        health.failed(at: now(), code: failure.code, configuration.retries, using: &generator)
        if before == 0 { log.outage(failure) }
    }

    /// Stores the results of a batch. Until that succeeds, its receipts are not tried again: the disk may be full. If the outbox is
    /// damaged, waiting does not help.
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
                if failures == 0 { log.unwritableOutbox(error) }
                failures += 1
                if isStopping { return }
                let wait = configuration.retries.delay(
                    failures: failures, code: .unavailable, using: &generator)
                _ = try? await clock.sleep(for: .milliseconds(wait))
            }
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
