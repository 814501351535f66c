import CoreValues
import EmulatorAccess
import RealtimeDatabaseModel

/// A stream of events to one listener; it ends when this is released.
final class Subscription: Sendable {
    private let queue: EventQueue
    private let record: CallRecord?
    private let timing: Task<Void, Never>
    private let leave: @Sendable () -> Void

    /// - Parameters:
    ///   - queue: The events.
    ///   - record: The call that listens; nil if none is recorded.
    ///   - timing: Adds events over time.
    ///   - leave: Called once, when the subscription is released.
    init(
        _ queue: EventQueue, _ record: CallRecord?, timing: StreamTiming,
        leave: @escaping @Sendable () -> Void
    ) {
        self.queue = queue
        self.record = record
        self.leave = leave
        self.timing = Task { await timing.run(queue) }
    }

    deinit {
        timing.cancel()
        leave()
    }

    /// Waits for the next event; nil at the end.
    func next() async -> StreamEvent? { await queue.next() }

    /// The events in wire format, for one task.
    var pieces: AsyncStream<[UInt8]> {
        AsyncStream {
            let bytes = await self.next()?.message.bytes
            if let bytes { self.record?.noteSent(bytes.count) }
            return bytes
        } onCancel: { [queue] in
            queue.close()
        }
    }
}

/// Sends keep-alive events to a stream, and ends it when the token expires.
struct StreamTiming: Sendable {
    private let keepAlive: Duration
    private let expiry: Timestamp?
    private let clock: EmulatorClock
    private let sleep: any Clock<Duration>

    /// - Parameter expiry: When the token expires; nil if never.
    init(_ configuration: DatabaseEmulatorConfiguration, expiry: Timestamp?) {
        keepAlive = configuration.keepAliveInterval
        clock = configuration.clock
        sleep = configuration.sleepClock
        self.expiry = expiry
    }

    /// Adds events as they are due, until the task is cancelled or the queue ends.
    func run(_ queue: EventQueue) async {
        while true {
            let rest = expiry.map { $0.duration(since: clock.now()) }
            if let rest, rest <= .zero {
                for handover in queue.end(with: .authRevoked("Auth token is expired")) { handover.run() }
                return
            }
            let pause = min(keepAlive, rest ?? keepAlive)
            do { try await sleep.sleep(for: pause) } catch { return }
            guard pause == keepAlive else { continue }
            let (isOpen, handovers) = queue.post(.keepAlive, size: 0)
            for handover in handovers { handover.run() }
            if !isOpen { return }
        }
    }
}

extension Timestamp {
    func duration(since other: Timestamp) -> Duration {
        .seconds(seconds) + .nanoseconds(nanoseconds) - .seconds(other.seconds)
            - .nanoseconds(other.nanoseconds)
    }
}
