import HTTPServing
import RealtimeDatabaseWire

/// A connection over a WebSocket.
final class RealtimeSocket: WebSocketExchange {
    private let connection: RealtimeConnection
    private let sessions: RealtimeSessions
    private var parts: MessageParts

    init(
        _ connection: RealtimeConnection, _ sessions: RealtimeSessions,
        onOutput: @escaping @Sendable () -> Void
    ) {
        self.connection = connection
        self.sessions = sessions
        parts = MessageParts(limit: connection.configuration.maximumRequestSize)
        connection.outbox.onMessage(onOutput)
    }

    func receive(_ text: [UInt8]) -> WebSocketClosing? {
        do throws(MessageParts.Breach) {
            if let message = try parts.take(text) { _ = connection.receive(message, over: .webSocket) }
            return nil
        } catch {
            return WebSocketClosing(error)
        }
    }

    /// Takes a message that arrived over another socket's wire.
    func receive(message: [UInt8]) { _ = connection.receive(message, over: .webSocket) }

    func take() -> WebSocketOutput? {
        switch connection.outbox.take() {
        case (let message?, _): .texts(MessageParts.frames(of: message.encoded()))
        case (nil, .finished?): .closing(WebSocketClosing(.finished, "The connection has ended."))
        case (nil, .overflow?):
            .closing(
                WebSocketClosing(.refused, "The client reads too slowly: too many messages wait for it."))
        case (nil, nil): nil
        }
    }

    var isGivenUp: Bool { connection.outbox.hasOverflowed }

    func end() { sessions.close(connection) }
}

extension WebSocketClosing {
    init(_ breach: MessageParts.Breach) {
        switch breach {
        case .tooLong: self.init(.tooLarge, "The message is larger than allowed.")
        case .badCount: self.init(.notUnderstood, "The number of parts is not a number.")
        }
    }
}
