import Synchronization

/// A clock on which short waits take no time, and long ones, the watch for signs of life, last until the test lets time pass.
package final class PacedClock: Clock, Sendable {
    package typealias Instant = InstantClock.Instant

    private let base = ManualClock()
    private let waits = Mutex<[Duration]>([])

    package init() {}

    /// Waits of this length and more are long.
    package static let long = Duration.seconds(5)

    package var now: Instant { base.now }
    package var minimumResolution: Duration { .nanoseconds(1) }
    /// All short waits so far.
    package var sleeps: [Duration] { waits.withLock { $0 } }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let wait = now.duration(to: deadline)
        if wait >= PacedClock.long { return try await base.sleep(until: deadline, tolerance: tolerance) }
        waits.withLock { $0.append(wait) }
        base.advance(by: wait)
        await Task.yield()
    }

    /// Lets time pass as soon as somebody watches.
    package func pass(_ duration: Duration) async {
        await base.untilAsleep(1)
        base.advance(by: duration)
    }
}
