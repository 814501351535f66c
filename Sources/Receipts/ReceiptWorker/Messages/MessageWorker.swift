public import Logging
import PubSubClient
public import ReadReceipts
public import ServiceLifecycle

/// Writes the receipts of messages to the database, and acknowledges a message only when the database has its receipts, or when they
/// can never be written and are among the dead letters.
///
/// It keeps nothing on disk: if it dies, Pub/Sub delivers again what is not acknowledged, and what a chat's message carries already is not
/// written again. Any number of workers can share a subscription. With ordering enabled and the conversation as ordering key, as
/// ``ReceiptPublisher`` sets it, no two of them write the receipts of a conversation at a time.
public final class MessageWorker: Service {
    let source: MessageSource
    private let loop: FlushLoop
    private let now: @Sendable () -> Int64

    /// The time for writing the rest, of the ten seconds until Google's platforms end a process.
    private static let shutdownTime = Duration.seconds(7)

    /// Creates a worker. Sends nothing yet.
    ///
    /// - Parameters:
    ///   - subscription: The subscription to pull from; nil if messages only arrive over HTTP (``ReceiptIntake``).
    ///   - destination: Where to write, and as whom.
    ///   - schema: Determines which ids and stages are valid.
    ///   - deadLetters: Where to put what can never be written; nil to leave it to the subscription's own policy for dead letters.
    ///   - configuration: Intervals and limits. Writing the rest takes at most seven seconds.
    ///   - logger: Logs refusals and outages; never tokens or texts.
    ///   - clock: Makes the waits.
    ///   - now: Returns the time in milliseconds since 1970.
    ///   - generator: The source of random waits.
    public init(
        _ subscription: ReceiptSubscription?, to destination: ReceiptDestination,
        schema: ReceiptSchema = .status,
        deadLetters: DeadLetterDestination? = nil, configuration: WorkerConfiguration = .forMessages,
        logger: Logger = Logger(label: "receipt-worker") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Int64 = Outbox.systemTime,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        var configuration = configuration
        configuration.shutdownTime = min(configuration.shutdownTime, Self.shutdownTime)
        let log = WorkerLog(logger)
        self.now = now
        source = MessageSource(
            subscription, schema: schema, deadLetters: deadLetters, log: log, clock: clock, now: now,
            generator: generator)
        loop = FlushLoop(
            source, to: destination, configuration, log: log, clock: clock, now: now, generator: generator)
    }

    /// What the worker has done so far.
    public var metrics: WorkerMetrics { get async { await loop.metrics } }

    /// What the worker has done with messages so far.
    public var messageMetrics: MessageMetrics { get async { await source.metrics } }

    /// The number of receipts that wait to be written.
    public var queued: Int { source.queued }

    /// Pulls and writes until the task is cancelled or the service group shuts down. Then pulls no more, writes the rest for up to seven
    /// seconds, and gives back what is left.
    ///
    /// - Throws: `PubSubError` if the subscription does not exist, or the credentials may not pull from it.
    public func run() async throws { try await loop.run() }

    /// Pulls no more, writes the rest, and ends the run.
    public func stop() async { await loop.stop() }

    /// Returns the metrics in Prometheus' text format.
    public func prometheusText() async -> String {
        var text = PrometheusText()
        let (metrics, bytes) = (await source.metrics, await source.leases.bytes)
        metrics.write(to: &text, held: await source.openMessages, bytes: bytes)
        return await loop.metrics.prometheusText(await source.statistics, at: now()) + text.text
    }

    /// Why messages could not be pulled or written now, in one line; nil when they could.
    ///
    /// Sends a request to the database, at most once in ten seconds.
    public func reasonNotToBeReady() async -> String? {
        if let problem = await source.pulling.problem { return problem }
        return await loop.reasonNotToBeReady()
    }

    /// Holds the events of a request until they are written.
    func take(
        _ events: [ReceiptEvent], _ refusals: [EventRefusal], of message: RefusedMessage
    ) async -> MessageOutcome {
        await source.take(events, refusals, of: message) { [loop] in await loop.received($0) }
    }
}
