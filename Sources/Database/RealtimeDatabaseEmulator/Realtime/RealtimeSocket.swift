import HTTPServing
import RealtimeDatabaseWire

/// A connection over a WebSocket.
final class RealtimeSocket: WebSocketExchange {
    private let connection: RealtimeConnection
    private let sessions: RealtimeSessions
    private var parts: MessageParts

    init(
        _ connection: RealtimeConnection, _ sessions: RealtimeSessions, maximumMessageSize: Int,
        onOutput: @escaping @Sendable () -> Void
    ) {
        self.connection = connection
        self.sessions = sessions
        parts = MessageParts(limit: maximumMessageSize)
        connection.outbox.onMessage(onOutput)
    }

    func receive(_ text: [UInt8]) -> WebSocketClosing? {
        do throws(MessageParts.Breach) {
            if let message = try parts.take(text) { connection.receive(message) }
            return nil
        } catch {
            switch error {
            case .tooLong: return WebSocketClosing(.tooLarge, "The message is larger than allowed.")
            case .badCount: return WebSocketClosing(.notUnderstood, "The number of parts is not a number.")
            }
        }
    }

    func take() -> WebSocketOutput? {
        switch connection.outbox.take() {
        case (let message?, _): .texts(MessageParts.frames(of: message.bytes))
        case (nil, .finished?): .closing(WebSocketClosing(.finished, "The connection has ended."))
        case (nil, .overflow?):
            .closing(
                WebSocketClosing(.refused, "The client reads too slowly: too many messages wait for it."))
        case (nil, nil): nil
        }
    }

    func end() { sessions.close(connection) }
}
