import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseWire

@testable import RealtimeDatabaseEmulator

/// A client of Firebase's protocol, in this process.
final class TestConnection {
    let connection: RealtimeConnection
    private let sessions: RealtimeSessions
    private var lastNumber = 0

    init(_ database: TestDatabase, last: String? = nil) {
        sessions = database.emulator.sessions
        connection = sessions.open(
            database.emulator.configuration.defaultNamespace, host: "localhost:9000", last: last)
        _ = take()
    }

    /// All messages that wait, without what surrounds them.
    func take() -> [String] {
        var texts: [String] = []
        while let message = connection.outbox.take().message {
            texts.append(String(decoding: message.encoded(), as: UTF8.self))
        }
        return texts.map { String($0.dropFirst(#"{"t":"d","d":"#.utf8.count).dropLast()) }
    }

    /// How the connection has ended, once nothing waits.
    var ending: Outbox.Ending? { connection.outbox.take().end }

    /// Sends a request, and takes what the server says to it: events, and the answer.
    @discardableResult
    func send(_ action: String, _ body: String) -> [String] {
        lastNumber += 1
        receive(#"{"t":"d","d":{"r":\#(lastNumber),"a":"\#(action)","b":\#(body)}}"#)
        return take()
    }

    /// Sends a request, and takes its answer.
    func answer(_ action: String, _ body: String) -> String { send(action, body).last ?? "nothing" }

    func receive(_ text: String) { _ = connection.receive(Array(text.utf8), over: .webSocket) }

    func close() { sessions.close(connection) }
}
