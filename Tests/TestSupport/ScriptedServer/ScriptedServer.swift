import Dispatch
import Foundation

/// A server on a loopback port that does exactly what a script says, well or badly: answers in HTML, breaks off half
/// way, stalls. It speaks plain sockets, so that nothing between the test and the wire tidies up.
///
/// Every connection is served on a thread of its own by the script that the test gives for it. The server ends with
/// its last reference.
package final class ScriptedServer: Sendable {
    /// What to do next on a connection. After the last step the connection is closed.
    package indirect enum Step: Sendable {
        /// Reads one whole request, body included, and records it. Ends the script when the peer has closed.
        case readRequest
        /// Sends these bytes.
        case send([UInt8])
        /// Sends these bytes again and again.
        case sendRepeatedly([UInt8], times: Int)
        /// Does nothing until the peer closes the connection.
        case stall
        /// Waits until the gate is opened.
        case wait(for: Gate)
        /// Closes at once and throws away what is under way: the peer sees a reset.
        case reset
        /// Does these steps again and again, until one ends the script.
        case forever([Step])

        /// Sends this text.
        package static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
    }

    /// The port on 127.0.0.1.
    package var port: UInt16 { listener.port }
    /// Host and port, as the `authority` of a request.
    package var authority: String { "127.0.0.1:\(listener.port)" }

    private let listener: LoopbackListener
    private let log: ServerLog

    /// Starts a server.
    ///
    /// - Parameter script: The steps for each connection; the first one accepted has the number 0.
    package init(_ script: @escaping @Sendable (_ connection: Int) -> [Step]) throws {
        let listener = try LoopbackListener()
        let log = ServerLog()
        self.listener = listener
        self.log = log
        try listener.listen()
        Thread.detachNewThread {
            while let socket = listener.accept() {
                guard let number = log.accepted(socket) else {
                    socket.close()
                    continue
                }
                Thread.detachNewThread {
                    ScriptedConnection(socket, number: number, log: log).run(script(number))
                    log.closed(socket)
                }
            }
        }
    }

    /// Starts a server that answers every request on every connection with the same bytes.
    package convenience init(answering response: String) throws {
        try self.init { _ in [.forever([.readRequest, .send(response)])] }
    }

    deinit {
        log.stop()
        listener.stop()
    }

    /// What has happened so far.
    package var record: Record { log.record }

    /// Waits until what has happened fulfils a condition, or the task is cancelled.
    package func until(_ condition: @escaping @Sendable (Record) -> Bool) async {
        await log.until(condition)
    }

    /// Closes every connection, as a server does that restarts. New ones are accepted.
    package func closeConnections() {
        log.shutDownConnections()
    }
}

extension ScriptedServer {
    /// What a server has seen.
    package struct Record: Sendable {
        /// Every whole request, in order of arrival.
        package var requests: [Request] = []
        /// How many connections were accepted.
        package var connections = 0
        /// How many connections the peer closed or reset before the script was over.
        package var connectionsClosedByPeer = 0
        /// How many connections are over, whoever ended them.
        package var connectionsOver = 0
        /// How many bytes the system has taken for sending.
        package var bytesSent = 0
    }

    /// One request as it was on the wire.
    package struct Request: Sendable, Equatable {
        /// The number of the connection.
        package var connection: Int
        /// Request line and fields, as sent, without the empty line.
        package var head: String
        /// The body, as long as `Content-Length` says.
        package var body: [UInt8]

        /// The request line.
        package var line: String { head.components(separatedBy: "\r\n")[0] }

        /// The values of all fields of that name.
        package subscript(field: String) -> [String] {
            head.components(separatedBy: "\r\n").dropFirst().compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                guard line[..<colon].lowercased() == field.lowercased() else { return nil }
                return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            }
        }
    }

    /// Holds scripts back until a test lets them go on.
    package final class Gate: Sendable {
        private let turnstile = DispatchSemaphore(value: 0)

        package init() {}

        package func open() { turnstile.signal() }

        /// Blocks the script's own thread.
        func wait() {
            turnstile.wait()
            turnstile.signal()
        }
    }

    /// An HTTP/1.1 response as text, with its `Content-Length`.
    package static func response(
        _ status: String = "200 OK", fields: [String] = [], body: String = ""
    ) -> String {
        let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + fields
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}
