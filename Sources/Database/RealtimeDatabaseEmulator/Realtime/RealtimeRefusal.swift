import HTTPServing
import RealtimeDatabaseWire

/// A WebSocket that says one thing, and closes.
final class RealtimeRefusal: WebSocketExchange {
    private var message: ServerMessage?

    init(_ message: ServerMessage) { self.message = message }

    func receive(_ text: [UInt8]) -> WebSocketClosing? { nil }

    func take() -> WebSocketOutput? {
        guard let message = message.take() else { return .closing(WebSocketClosing(.finished, "")) }
        return .texts(MessageParts.frames(of: message.bytes))
    }

    var isGivenUp: Bool { false }

    func end() {}
}
