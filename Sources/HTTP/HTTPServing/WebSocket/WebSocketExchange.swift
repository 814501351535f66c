package import HTTPTypes

/// A WebSocket as its server sees it: texts in, texts out.
///
/// The functions are called on one thread, the one that reads the connection. Output waits inside until it is taken, which happens
/// as fast as the client reads.
package protocol WebSocketExchange: AnyObject {
    /// Takes a text.
    ///
    /// - Returns: Why the connection closes, if it does.
    func receive(_ text: [UInt8]) -> WebSocketClosing?

    /// Takes the next output; nil when there is none yet.
    func take() -> WebSocketOutput?

    /// Whether the client is given up: the connection closes, whatever it has not read yet.
    var isGivenUp: Bool { get }

    /// The connection has ended. Nothing is called after this.
    func end()
}

/// A part of what a server sends.
package enum WebSocketOutput {
    case texts([[UInt8]])
    /// The last output.
    case closing(WebSocketClosing)
}

/// Why a connection closes.
package struct WebSocketClosing: Sendable, Equatable {
    /// What the other side is sent.
    ///
    /// Source: <https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1>.
    package enum Code: UInt16, Sendable {
        case finished = 1000
        case serverStops = 1001
        case notUnderstood = 1002
        case notText = 1003
        case refused = 1008
        case tooLarge = 1009
    }

    package let code: Code
    /// One line, at most 123 bytes.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

/// Begins a WebSocket, once the client has been told that it is one. The argument is to be called when there is output to take, on
/// any thread.
package typealias WebSocketBeginning =
    @Sendable (_ onOutput: @escaping @Sendable () -> Void) -> any WebSocketExchange

/// Decides about a request for a WebSocket; nil for one that is answered as any other request.
package typealias WebSocketOpening = @Sendable (HTTPRequest) -> WebSocketBeginning?
