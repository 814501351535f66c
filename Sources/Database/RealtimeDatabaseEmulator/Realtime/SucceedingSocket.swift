import HTTPServing
import RealtimeDatabaseWire
import Synchronization

/// A WebSocket of a client that has begun with long polling, and goes on here.
///
/// Both sides first say that they are ready. Then the client ends what it sends by polling, the server does so too, and what has
/// arrived here meanwhile follows.
final class SucceedingSocket: WebSocketExchange {
    /// The maximum number of messages that may arrive before the other connection has ended.
    private static let mostHeld = 10_000

    private let sessions: RealtimeSessions
    private let succession: Succession
    private let connection: RealtimeConnection
    private let onOutput: @Sendable () -> Void
    private var parts: MessageParts
    private var control = [ServerMessage.switchReady]
    /// Messages that arrived too early.
    private var held: [[UInt8]] = []
    /// The socket as it is once it has taken over.
    private var socket: RealtimeSocket?

    init(
        _ polling: PollingSession, _ sessions: RealtimeSessions, onOutput: @escaping @Sendable () -> Void
    ) {
        self.sessions = sessions
        self.onOutput = onOutput
        connection = polling.connection
        parts = MessageParts(limit: connection.configuration.maximumRequestSize)
        succession = Succession(onOutput)
        polling.setSuccessor(succession)
    }

    func receive(_ text: [UInt8]) -> WebSocketClosing? {
        takeOver()
        if let socket { return socket.receive(text) }
        let message: [UInt8]
        do throws(MessageParts.Breach) {
            guard let whole = try parts.take(text) else { return nil }
            message = whole
        } catch {
            return WebSocketClosing(error)
        }
        switch try? ClientMessage(message) {
        case .ping?:
            control.append(.pong)
            onOutput()
        case .switchReady?: break
        case _:
            guard held.count < Self.mostHeld else {
                return WebSocketClosing(.refused, "Too many messages before the other connection has ended.")
            }
            held.append(message)
        }
        return nil
    }

    func take() -> WebSocketOutput? {
        takeOver()
        if !control.isEmpty { return .texts(MessageParts.frames(of: control.removeFirst().bytes)) }
        if let socket { return socket.take() }
        return succession.outcome == .failed
            ? .closing(WebSocketClosing(.finished, "The session has ended.")) : nil
    }

    var isGivenUp: Bool { socket?.isGivenUp ?? false }

    func end() { socket?.end() }

    private func takeOver() {
        guard socket == nil, succession.outcome == .succeeded else { return }
        let socket = RealtimeSocket(connection, sessions, onOutput: onOutput)
        self.socket = socket
        for message in held { socket.receive(message: message) }
        held = []
    }
}

/// How a session of long polling tells its successor that it has ended.
final class Succession: Sendable {
    enum Outcome { case waiting, succeeded, failed }

    private let state = Mutex(Outcome.waiting)
    private let wake: @Sendable () -> Void

    init(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }

    var outcome: Outcome { state.withLock { $0 } }

    func end(_ outcome: Outcome) {
        state.withLock { if $0 == .waiting { $0 = outcome } }
        wake()
    }
}
