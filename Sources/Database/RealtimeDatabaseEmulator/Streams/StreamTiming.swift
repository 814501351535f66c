import CoreValues
import EmulatorAccess
import RealtimeDatabaseModel

/// What time brings to a stream: a sign of life now and then, and its end when the token ends.
struct StreamTiming: Sendable {
    private let keepAlive: Duration
    private let expiry: Timestamp?
    private let clock: EmulatorClock
    private let sleep: any Clock<Duration>

    /// - Parameter expiry: When the token ceases to be good; nil for never.
    init(_ configuration: DatabaseEmulatorConfiguration, expiry: Timestamp?) {
        keepAlive = configuration.keepAliveInterval
        clock = configuration.clock
        sleep = configuration.sleepClock
        self.expiry = expiry
    }

    /// Puts in what is due until the task is cancelled or the queue ends.
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
    fileprivate func duration(since other: Timestamp) -> Duration {
        .seconds(seconds) + .nanoseconds(nanoseconds) - .seconds(other.seconds)
            - .nanoseconds(other.nanoseconds)
    }
}
