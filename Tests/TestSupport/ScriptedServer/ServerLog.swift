import Synchronization

/// What a scripted server has seen, the connections it has open, and the tests that wait for something.
final class ServerLog: Sendable {
    private struct Waiter {
        let condition: @Sendable (ScriptedServer.Record) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var record = ScriptedServer.Record()
        var open: [LoopbackSocket] = []
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
        var isStopped = false
    }

    private let state = Mutex(State())

    var record: ScriptedServer.Record { state.withLock { $0.record } }

    /// Notes a connection and gives its number; `nil` when the server has been stopped.
    func accepted(_ socket: LoopbackSocket) -> Int? {
        let number: Int? = state.withLock { state in
            if state.isStopped { return nil }
            state.open.append(socket)
            return state.record.connections
        }
        if number != nil { change { $0.connections += 1 } }
        return number
    }

    /// Closes a connection whose script is over.
    func closed(_ socket: LoopbackSocket) {
        state.withLock { state in
            state.open.removeAll { $0 == socket }
            socket.close()
        }
        change { $0.connectionsOver += 1 }
    }

    /// Changes the record, unless the server has been stopped, and wakes whoever waited for that.
    func change(_ body: (inout ScriptedServer.Record) -> Void) {
        let ready = state.withLock { state -> [Waiter] in
            if state.isStopped { return [] }
            body(&state.record)
            let ready = state.waiters.filter { $0.value.condition(state.record) }
            for key in ready.keys { state.waiters[key] = nil }
            return Array(ready.values)
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    func until(_ condition: @escaping @Sendable (ScriptedServer.Record) -> Bool) async {
        let key = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if condition(state.record) || Task.isCancelled { return true }
                    state.waiters[key] = Waiter(condition: condition, continuation: continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: key) }?.continuation.resume()
        }
    }

    func shutDownConnections() {
        state.withLock { state in
            for socket in state.open { socket.shutDown() }
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        shutDownConnections()
    }
}
