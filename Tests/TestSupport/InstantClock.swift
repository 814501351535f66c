import Synchronization

/// A clock on which sleeping takes no time: it moves on by what was asked for, and remembers that.
package final class InstantClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let state = Mutex((now: Instant(offset: .zero), sleeps: [Duration]()))

    package init() {}

    package var now: Instant { state.withLock(\.now) }
    package var minimumResolution: Duration { .nanoseconds(1) }
    /// Every sleep so far.
    package var sleeps: [Duration] { state.withLock(\.sleeps) }

    /// Moves on, as when an exchange takes its time.
    package func advance(by duration: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline)
        }
    }
}
