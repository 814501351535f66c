import NIOCore
import Synchronization

/// The connections that a proxy serves, each by a task of its own, and their end.
final class ConnectionTable: Sendable {
    private struct State {
        var isStopped = false
        var lastID = 0
        var open: [Int: (task: Task<Void, Never>, channel: any Channel)] = [:]
    }

    private let state = Mutex(State())

    var count: Int { state.withLock(\.open.count) }

    /// Serves a connection until the work returns; closes it at once when the proxy has been stopped.
    func serve(_ channel: any Channel, _ work: @escaping @Sendable () async -> Void) {
        let isStopped = state.withLock { state in
            if state.isStopped { return true }
            state.lastID += 1
            let id = state.lastID
            let task = Task {
                await work()
                self.state.withLock { _ = $0.open.removeValue(forKey: id) }
            }
            state.open[id] = (task, channel)
            return false
        }
        if isStopped { channel.close(promise: nil) }
    }

    /// Begins to end all connections, and lets no other begin.
    @discardableResult func stop() -> [Task<Void, Never>] {
        let open = state.withLock { state in
            state.isStopped = true
            return Array(state.open.values)
        }
        for (task, channel) in open {
            task.cancel()
            channel.close(promise: nil)
        }
        return open.map(\.task)
    }
}
