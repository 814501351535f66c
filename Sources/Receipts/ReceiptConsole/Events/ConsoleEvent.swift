/// An event for a page, sent as a server-sent event.
///
/// Source: <https://html.spec.whatwg.org/multipage/server-sent-events.html>.
struct ConsoleEvent: Sendable, Equatable {
    /// The event's name, such as `messages`.
    let kind: String
    /// One line of JSON.
    let data: String

    /// The event as it is sent.
    ///
    /// - Parameter number: The id, which the browser returns when it reconnects; nil for an event that is not repeated.
    func bytes(number: Int?) -> [UInt8] {
        var text = number.map { "id: \($0)\n" } ?? ""
        text += "event: \(kind)\ndata: \(data)\n\n"
        return Array(text.utf8)
    }

    /// Keeps an idle connection open, and shows the page that it still is.
    static let keepAlive = Array("event: beat\ndata: {}\n\n".utf8)
}
