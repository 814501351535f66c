import Synchronization
import TestSupport

/// A clock on which short waits take no time, and long ones, the watch for signs of life, last until the test lets time pass.
final class PacedClock: Clock, Sendable {
    typealias Instant = InstantClock.Instant

    private let base = ManualClock()
    private let waits = Mutex<[Duration]>([])

    /// Waits of this length and more are long.
    static let long = Duration.seconds(5)

    var now: Instant { base.now }
    var minimumResolution: Duration { .nanoseconds(1) }
    /// All short waits so far.
    var sleeps: [Duration] { waits.withLock { $0 } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let wait = now.duration(to: deadline)
        if wait >= PacedClock.long { return try await base.sleep(until: deadline, tolerance: tolerance) }
        waits.withLock { $0.append(wait) }
        base.advance(by: wait)
        await Task.yield()
    }

    /// Lets time pass as soon as somebody watches.
    func pass(_ duration: Duration) async {
        await base.untilAsleep(1)
        base.advance(by: duration)
    }
}
