import Synchronization

/// A wait that somebody else can cut short.
package final class WakeableSleep: Sendable {
    private struct State {
        var isWoken = false
        var sleeper: Task<Void, Never>?
    }

    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    package init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// Ends the wait, or leaves the next one out.
    package func wake() {
        state.withLock { state in
            state.isWoken = true
            state.sleeper?.cancel()
        }
    }

    /// Waits for a time, until somebody wakes it or the task is cancelled.
    ///
    /// - Returns: Whether somebody has woken it.
    @discardableResult
    package func wait(for time: Duration) async -> Bool {
        let sleeper = Task { [clock] in _ = try? await clock.sleep(for: time) }
        state.withLock { state in
            state.sleeper = sleeper
            if state.isWoken { sleeper.cancel() }
        }
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
        return state.withLock { state in
            defer { state = State() }
            return state.isWoken
        }
    }
}
