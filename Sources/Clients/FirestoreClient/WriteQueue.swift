import Synchronization

/// Writes that nobody awaits, made one after the other in the order in which they began.
final class WriteQueue: Sendable {
    private struct State {
        var last: Task<Void, Never>?
        var pending = 0
    }

    private let state = Mutex(State())

    /// Starts a write as soon as the earlier ones are done.
    func start(_ write: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            let before = state.last
            state.pending += 1
            state.last = Task {
                await before?.value
                await write()
                self.finishOne()
            }
        }
    }

    private func finishOne() {
        state.withLock { state in
            state.pending -= 1
            if state.pending == 0 { state.last = nil }
        }
    }

    /// Waits until the writes that have begun are done.
    func wait() async {
        await state.withLock(\.last)?.value
    }
}
