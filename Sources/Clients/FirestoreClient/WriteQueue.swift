import Synchronization

/// Writes that nobody awaits, carried out one after the other in the order in which they were started.
final class WriteQueue: Sendable {
    private struct State {
        var last: Task<Void, Never>?
        var pending = 0
    }

    private let state = Mutex(State())

    /// Starts a write once those before it are done.
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

    /// Returns when the writes that were started before are done.
    func wait() async {
        await state.withLock(\.last)?.value
    }
}
