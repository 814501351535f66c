import Synchronization

/// A wait that others can cut short.
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

    /// Ends the wait, or skips the next one.
    package func wake() {
        state.withLock { state in
            state.isWoken = true
            state.sleeper?.cancel()
        }
    }

    /// Waits until the time has passed, ``wake()`` is called, or the task is cancelled.
    ///
    /// - Returns: Whether ``wake()`` was called.
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
