import Synchronization

/// A listening socket whose waiting thread can be told to stop.
final class LoopbackListener: Sendable {
    let port: UInt16
    private let socket: LoopbackSocket
    private let isStopped = Atomic(false)

    init() throws(SocketError) {
        (socket, port) = try LoopbackSocket.bound()
    }

    deinit { socket.close() }

    func listen(backlog: Int32 = 1024) throws(SocketError) {
        try socket.listen(backlog: backlog)
    }

    /// Waits for the next connection; `nil` once stopped.
    func accept() -> LoopbackSocket? {
        guard let connection = socket.accepted() else { return nil }
        guard isStopped.load(ordering: .acquiring) else { return connection }
        connection.close()
        return nil
    }

    /// Lets ``accept()`` return, in a way that works on every system: with a last connection.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        if let visitor = try? LoopbackSocket.visitor(at: port) { visitor.close() }
    }
}

/// A port of 127.0.0.1 at which a connection is never completed: its queue is full and nobody accepts.
package final class SilentListener: Sendable {
    /// The port.
    package var port: UInt16 { listener.port }
    /// Host and port, as the `authority` of a request.
    package var authority: String { "127.0.0.1:\(port)" }

    private let listener: LoopbackListener
    private let visitors: [LoopbackSocket]

    /// Takes a free port and fills its queue.
    package init() throws(SocketError) {
        listener = try LoopbackListener()
        try listener.listen(backlog: 0)
        var visitors: [LoopbackSocket] = []
        for _ in 0..<2 { visitors.append(try LoopbackSocket.visitor(at: listener.port)) }
        self.visitors = visitors
    }

    deinit {
        for visitor in visitors { visitor.close() }
    }
}

/// A port of 127.0.0.1 at which certainly nobody answers for as long as this lives: it is taken, but nobody listens.
package final class AbsentServer: Sendable {
    /// The port.
    package let port: UInt16
    /// Host and port, as the `authority` of a request.
    package var authority: String { "127.0.0.1:\(port)" }

    private let socket: LoopbackSocket

    /// Takes a free port.
    package init() throws(SocketError) {
        (socket, port) = try LoopbackSocket.bound()
    }

    deinit { socket.close() }
}
