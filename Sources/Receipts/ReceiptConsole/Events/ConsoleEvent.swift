/// What a page in a browser is told, in the form of server-sent events.
///
/// Source: <https://html.spec.whatwg.org/multipage/server-sent-events.html>.
struct ConsoleEvent: Sendable, Equatable {
    /// What it is about, such as `messages`.
    let kind: String
    /// One line of JSON.
    let data: String

    /// The event as it is sent.
    ///
    /// - Parameter number: Its number, which the browser gives back when it has lost the connection; nil for one that is not repeated.
    func bytes(number: Int?) -> [UInt8] {
        var text = number.map { "id: \($0)\n" } ?? ""
        text += "event: \(kind)\ndata: \(data)\n\n"
        return Array(text.utf8)
    }

    /// What keeps a connection open on which nothing happens, and tells the page that it still is.
    static let keepAlive = Array("event: beat\ndata: {}\n\n".utf8)
}
