import Synchronization

/// Wakes those who wait for news of a channel.
///
/// It may be raised under a lock, but not under one that a task takes when it is cancelled: then resuming the task waits for its
/// cancellation, and that for the lock.
final class Wakeup: Sendable {
    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// How often it was raised.
    var count: Int { state.withLock(\.count) }

    func raise() {
        let waiting = state.withLock { state in
            state.count += 1
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until it has been raised more often than this.
    func wait(after count: Int) async {
        await withCheckedContinuation { continuation in
            let isRaised = state.withLock { state in
                if state.count > count { return true }
                state.waiting.append(continuation)
                return false
            }
            if isRaised { continuation.resume() }
        }
    }
}
