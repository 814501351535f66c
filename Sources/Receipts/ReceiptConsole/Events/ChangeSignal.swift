import Synchronization

/// Notifies listeners that the database may have changed. Changes in quick succession are merged.
final class ChangeSignal: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Something may have changed.
    func notify() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }

    /// The changes from now on, until the sequence is dropped.
    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.last += 1
            state.listeners[state.last] = continuation
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}
