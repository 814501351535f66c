import Synchronization

/// A clock on which sleeping takes no time: it moves on by what was asked for, and remembers that.
package final class InstantClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package init(offset: Duration) { self.offset = offset }

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let state = Mutex((now: Instant(offset: .zero), sleeps: [Duration]()))

    private let onSleep: @Sendable (Int, Duration) async throws -> Void

    /// Creates a clock.
    ///
    /// - Parameter onSleep: What happens during a sleep: the how manieth it is, and how long it was to be. It may end the sleep by
    ///   throwing.
    package init(onSleep: @escaping @Sendable (Int, Duration) async throws -> Void = { _, _ in }) {
        self.onSleep = onSleep
    }

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
        let (count, duration) = state.withLock { state in
            let duration = state.now.duration(to: deadline)
            state.sleeps.append(duration)
            state.now = max(state.now, deadline)
            return (state.sleeps.count, duration)
        }
        try await onSleep(count, duration)
    }
}
