import Synchronization

/// Writes that nobody awaits, made one after the other in the order in which they began.
package final class WriteQueue: Sendable {
    private struct State {
        var last: Task<Void, Never>?
        var pending = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Starts a write as soon as the earlier ones are done.
    package func start(_ write: @escaping @Sendable () async -> Void) {
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

    /// The last of the writes that have begun; nil if none is under way.
    package var last: Task<Void, Never>? { state.withLock(\.last) }

    /// Waits until the writes that have begun are done.
    package func wait() async { await last?.value }
}
