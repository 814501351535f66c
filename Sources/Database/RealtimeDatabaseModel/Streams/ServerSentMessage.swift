/// One message of a stream of server-sent events.
///
/// Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
package struct ServerSentMessage: Sendable, Equatable {
    /// The type of the event; `message` if the stream has none.
    package var event: String
    /// The data; several lines are joined by line feeds.
    package var data: String

    package init(event: String = "message", data: String) {
        self.event = event
        self.data = data
    }

    /// The encoded message.
    package var bytes: [UInt8] {
        let lines = data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }
        return Array("event: \(event)\n\(lines.joined())\n".utf8)
    }
}
