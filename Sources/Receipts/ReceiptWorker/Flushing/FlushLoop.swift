import FirestoreClient
import FirestoreModel
import ReadReceipts
import ServiceLifecycle

/// Writes the receipts of a source to the database: in batches, through outages and refusals, until each is written or can never be.
///
/// A batch is settled only after it was written or refused. If the process dies in between, the batch is written again, which is
/// harmless: what a message carries already is not written.
actor FlushLoop {
    nonisolated let source: any ReceiptSource
    /// What was done so far.
    private(set) var metrics = WorkerMetrics()

    private let destination: ReceiptDestination
    private let configuration: WorkerConfiguration
    private let log: WorkerLog
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Int64
    private let alarm: WakeableSleep

    private var schedule: FlushSchedule
    private var health = ServerHealth()
    private var ramp: BulkRamp
    private var pace = DocumentPace()
    private var generator: any RandomNumberGenerator & Sendable
    /// The lanes that are being written.
    private var busy: Set<Int64> = []
    private(set) var requests = 0
    private var lastLane: Int64 = 0
    /// When the first postponed lane is due again.
    private var nextPostponed: Int64?
    private var isStopping = false
    private var endsWhenEmpty = false
    /// Counts arrivals, to notice those during a query.
    private var arrivals = 0
    /// Whether all damaged rows were set aside since a batch was last found.
    private var isCleared = false
    /// Why the source has become unusable.
    private var failure: (any Error)?
    /// When the database was last probed, and why it did not answer.
    private var lastProbe: (time: Int64, reason: String?)?

    init(
        _ source: any ReceiptSource, to destination: ReceiptDestination, _ configuration: WorkerConfiguration,
        log: WorkerLog, clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64,
        generator: any RandomNumberGenerator & Sendable
    ) {
        self.source = source
        self.destination = destination
        self.configuration = configuration
        self.log = log
        self.clock = clock
        self.now = now
        self.generator = generator
        alarm = WakeableSleep(clock: clock)
        schedule = FlushSchedule(interval: max(configuration.flushInterval, .zero).milliseconds)
        ramp = BulkRamp(at: now())
    }

    /// Events were stored.
    func stored(_ intake: Outbox.Intake, of count: Int) {
        metrics.events += count
        metrics.coveredEvents += intake.covered
        arrived(intake.new)
    }

    private func arrived(_ count: Int) {
        if count <= 0 { return }
        arrivals += 1
        let wasDue = schedule.dueAt != nil
        schedule.arrived(count, at: now())
        // A loop that already waits for the next flush need not wake for each arrival.
        if !wasDue || schedule.isDue(at: now()) { alarm.wake() }
    }

    /// Events have arrived.
    func received(_ count: Int) {
        metrics.events += count
        arrived(count)
    }

    /// Why the database does not answer now, in one line; nil if it does. Asks it at most once in ten seconds.
    func reasonNotToBeReady() async -> String? {
        let present = now()
        if let lastProbe, present - lastProbe.time < 10_000 { return lastProbe.reason }
        let failure = await destination.probe()
        lastProbe = (present, failure.map { "the database cannot be reached: \($0)" })
        return lastProbe?.reason
    }
}

// MARK: Running

extension FlushLoop {
    /// Writes receipts until the task is cancelled or the service group shuts down. Then writes the rest, within the shutdown time.
    func run() async throws {
        let failure = await withGracefulShutdownHandler {
            await runUntilCancelled()
        } onGracefulShutdown: {
            Task { await self.stop() }
        }
        if let failure { throw failure }
    }

    private func runUntilCancelled() async -> (any Error)? {
        await withTaskCancellationHandler { () -> (any Error)? in
            // A separate task, so that a cancellation does not interrupt a write.
            let task = Task { () -> (any Error)? in
                let receiving = Task { await receive() }
                var failure: (any Error)?
                do { try await loop(receiving) } catch { failure = error }
                receiving.cancel()
                await receiving.value
                await source.end()
                return failure
            }
            return await task.value
        } onCancel: {
            Task { await self.stop() }
        }
    }

    private func receive() async {
        do {
            if try await source.receive({ await self.received($0) }) { endWhenEmpty() }
        } catch {
            failure = error
            alarm.wake()
        }
    }

    /// Writes the rest, within the shutdown time, and ends the run.
    func stop() {
        if isStopping { return }
        isStopping = true
        schedule.hurry()
        alarm.wake()
    }

    /// Writes everything without waiting for more, and ends the run once nothing is left.
    func endWhenEmpty() {
        endsWhenEmpty = true
        schedule.hurry()
        alarm.wake()
    }

    private func loop(_ receiving: Task<Void, Never>) async throws {
        var version = try await source.version()
        var deadline: Int64?
        // Another process may have stored events since the outbox was opened.
        try await source.recount()
        arrived(source.queued)
        while true {
            if let failure { throw failure }
            if isStopping {
                receiving.cancel()
                let end = deadline ?? now() + configuration.shutdownTime.milliseconds
                deadline = end
                if now() >= end { break }
            }
            if try await sendNext() { continue }
            let isDry = busy.isEmpty
            if isDry, (isStopping && !isHolding) || (endsWhenEmpty && source.queued == 0) { break }
            await alarm.wait(for: pause(until: deadline))
            let present = try await source.version()
            if present != version {
                version = present
                let before = source.queued
                try await source.recount()
                // Receipts written meanwhile may hide new ones in the count.
                arrived(max(source.queued - before, 1))
            }
        }
        while requests > 0, deadline.map({ now() < $0 }) ?? true {
            await alarm.wait(for: .milliseconds(50))
        }
    }

    /// Whether receipts only wait until their documents may be written again.
    private var isHolding: Bool { source.queued > 0 && pace.nextRelease != nil }

    /// How long the loop may sleep unless something arrives.
    private func pause(until deadline: Int64?) -> Duration {
        let present = now()
        // At the latest, look whether another process has stored events.
        var next = present + max(schedule.interval, 100)
        if let due = schedule.dueAt, due > present { next = min(next, due) }
        if health.closedUntil > present { next = min(next, health.closedUntil) }
        if let nextPostponed { next = min(next, nextPostponed) }
        if let release = pace.nextRelease { next = min(next, release) }
        if let deadline { next = min(next, deadline) }
        return .milliseconds(max(next - present, 1))
    }
}

// MARK: Writing

extension FlushLoop {
    /// Starts writing the next batch, if one is due.
    ///
    /// - Returns: Whether there was one.
    private func sendNext() async throws(OutboxError) -> Bool {
        let present = now()
        pace.release(at: present)
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
            if busy.isEmpty, arrivals == arrivalsBefore { try await ranDry() }
            return false
        }
        isCleared = false
        for part in batch.parts { busy.insert(part.lane.id) }
        if destination.mixesLanes { pace.began(batch.documents) }
        requests += 1
        health.began()
        Task { await send(batch) }
        return true
    }

    /// Nothing can be written now.
    private func ranDry() async throws(OutboxError) {
        schedule.ranDry()
        let postponement = try await source.firstPostponement()
        nextPostponed = [postponement, pace.nextRelease].compactMap(\.self).min()
        if nextPostponed == nil, source.queued > 0 { try await clear() }
    }

    /// Receipts wait, but no query finds them: sets all damaged rows aside.
    ///
    /// - Throws: ``OutboxError`` when that has not helped.
    private func clear() async throws(OutboxError) {
        if isCleared {
            throw OutboxError(
                damaged: (source as? Outbox)?.path ?? "", "it holds receipts that cannot be read")
        }
        isCleared = true
        log.damage(try await source.setObstaclesAside())
        schedule.hurry()
        alarm.wake()
    }

    private func nextBatch() async throws(OutboxError) -> OutboxBatch? {
        let start = lastLane
        for lane in start == 0 ? [0] : [start, 0] {
            let found = try await source.handOut(
                after: lane, except: busy, without: pace.held, limit: CommitLimits.writes,
                mixesLanes: destination.mixesLanes)
            log.damage(found.damage)
            if let batch = found.batch {
                lastLane = batch.parts[batch.parts.count - 1].lane.id
                return batch
            }
        }
        lastLane = 0
        return nil
    }

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
        if destination.mixesLanes {
            pace.ended(written: settlement.written, others: Set(batch.documents), at: now())
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
                return try await source.settle(settlements)
            } catch {
                if error.code == .unreadable {
                    failure = error
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
