public import Logging
public import ServiceLifecycle

/// Writes the receipts of an outbox to the database: in batches, through outages and refusals, until each is written or can never be.
///
/// An outbox has one worker. A batch leaves the outbox only after it was written or refused. If the worker dies in between, the batch is
/// written again, which is harmless: what a message carries already is not written.
public final class ReceiptWorker: Service {
    /// The outbox.
    public let outbox: Outbox

    private let loop: FlushLoop
    private let log: WorkerLog
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Int64
    private let lock: OutboxLock

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
        log = WorkerLog(logger)
        self.clock = clock
        self.now = now
        loop = FlushLoop(
            outbox, to: destination, configuration, log: log, clock: clock, now: now, generator: generator)
    }

    /// What the worker has done so far.
    public var metrics: WorkerMetrics { get async { await loop.metrics } }

    /// The number of requests in progress.
    package var requests: Int { get async { await loop.requests } }

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
        await loop.stored(intake, of: events.count)
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

    // MARK: Running

    /// Writes receipts until the task is cancelled or the service group shuts down. Then writes the rest, within the shutdown time.
    ///
    /// - Throws: ``OutboxError`` when the outbox cannot be read.
    public func run() async throws { try await loop.run() }

    /// Writes the rest, within the shutdown time, and ends the run.
    public func stop() async { await loop.stop() }

    /// Writes everything without waiting for more, and ends the run once the outbox is empty.
    public func endWhenEmpty() async { await loop.endWhenEmpty() }

    // MARK: Watching

    /// Returns the metrics, with the contents of the outbox, in Prometheus' text format.
    ///
    /// - Throws: ``OutboxError`` when the outbox cannot be read.
    public func prometheusText() async throws(OutboxError) -> String {
        let metrics = await loop.metrics
        return metrics.prometheusText(try await outbox.statistics(), at: now())
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
        return await loop.reasonNotToBeReady()
    }
}
