import HTTPServing
import HTTPTypes
import JSONText
import Synchronization
import TestSupport

@testable import ReceiptConsole

/// A page of a console, without a browser: it receives events and sends commands.
actor PageProbe {
    /// An event, as a browser parses it.
    struct Event: Sendable {
        let number: Int?
        let kind: String
        let data: JSON
    }

    private let probe: ConsoleProbe
    private let id: String
    private var events: AsyncStream<[UInt8]>.Iterator?
    /// The received events, oldest first.
    private(set) var heard: [Event] = []

    init(_ probe: ConsoleProbe, id: String = "page") {
        self.probe = probe
        self.id = id
    }

    /// Connects, or reconnects after an event.
    func connect(after number: Int? = nil) {
        var request = HTTPRequest(
            method: .get, scheme: "http", authority: "127.0.0.1:4000", path: "/api/events?visit=\(id)")
        if let number, let name = HTTPField.Name("Last-Event-ID") { request.headerFields[name] = "\(number)" }
        if case .stream(_, let pieces) = probe.console.router.reply(to: request, []) {
            events = pieces().makeAsyncIterator()
        }
    }

    /// Loses the connection.
    func disconnect() { events = nil }

    /// Waits for an event.
    func next() async -> Event? {
        while let bytes = await nextPiece() {
            var (number, kind, data): (Int?, String, JSON) = (nil, "", .null)
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                if line.hasPrefix("id: ") { number = Int(line.dropFirst(4)) }
                if line.hasPrefix("event: ") { kind = String(line.dropFirst(7)) }
                if line.hasPrefix("data: ") {
                    data = (try? JSONParser.parse(Array(line.dropFirst(6).utf8))) ?? .null
                }
            }
            if kind.isEmpty { continue }
            let event = Event(number: number, kind: kind, data: data)
            heard.append(event)
            return event
        }
        return nil
    }

    private func nextPiece() async -> [UInt8]? {
        var iterator = events
        let piece = await iterator?.next(isolation: self)
        events = iterator
        return piece
    }

    /// Waits until the received events meet a condition.
    func hear(until isEnough: (PageProbe.Picture) -> Bool) async {
        while !isEnough(picture) { if await next() == nil { return } }
    }

    /// Sends a command.
    @discardableResult
    func command(_ json: String) async -> ConsoleProbe.Answer {
        await probe(.post, "/api/visits/\(id)", json)
    }

    /// Opens a pane with the name of its user.
    func open(_ user: String, _ conversation: String, schema: String = "status") async {
        await command(
            #"{"command":"openPane","pane":"\#(user)","user":"\#(user)","conversation":"\#(conversation)","#
                + #""schema":"\#(schema)"}"#)
    }

    /// What the page shows, according to the events.
    struct Picture {
        /// The state of each pane.
        var panes: [String: JSON] = [:]
        /// The messages of each pane, by id.
        var messages: [String: [String: JSON]] = [:]
        /// The sheet of each pane.
        var sheets: [String: JSON] = [:]

        /// The receipt beside a message: the symbol and its colour, and the text.
        func receipt(_ pane: String, _ message: String) -> String? {
            guard let receipt = messages[pane]?[message]?["receipt"], !receipt.isNull else { return nil }
            let words = [receipt["symbol"], receipt["tint"], receipt["text"]].compactMap { $0?.string }
            return words.joined(separator: " ")
        }

        func isOpen(_ pane: String) -> Bool { panes[pane]?["state"]?.string == "open" }
    }

    var picture: Picture {
        var picture = Picture()
        for event in heard {
            guard let pane = event.data["pane"]?.string else { continue }
            switch event.kind {
            case "pane": picture.panes[pane] = event.data
            case "sheet": picture.sheets[pane] = event.data
            case "messages":
                if event.data["isFirst"] == .boolean(true) { picture.messages[pane] = [:] }
                for change in event.data["changes"]?.array ?? [] {
                    guard let message = change["message"], let id = message["id"]?.string else { continue }
                    picture.messages[pane, default: [:]][id] =
                        change["kind"]?.string == "removed" ? nil : message
                }
            case _: break
            }
        }
        return picture
    }
}
