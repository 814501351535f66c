package import JSONText
package import RealtimeDatabaseModel

/// A message to a client.
///
/// Source: <https://github.com/firebase/firebase-js-sdk>, `packages/database/src/realtime/Connection.ts` and
/// `packages/database/src/core/PersistentConnection.ts`.
package enum ServerMessage: Sendable {
    /// The first message: the server's time, in milliseconds since 1970, its address, and the name of the session.
    case hello(time: Double, host: String, session: String)
    case pong
    /// The connection cannot continue as it is: begin anew at this address.
    case reset(host: String)
    /// The client must not come back.
    case shutdown(reason: String)
    /// Something that a person should see.
    case error(reason: String)
    /// On a second connection: the session is found.
    case switchReady
    /// On the first connection: everything after this comes on the second one.
    case switched
    /// The answer to a request.
    case answer(Int, ServerAnswer)
    /// A change for a listener at a path; queries are known by their tags.
    case event(StreamEvent, DatabasePath, tag: Int?)
    /// The rules no longer allow a listener.
    case listenRevoked(DatabasePath, WireQuery?)
    /// The token is no longer valid.
    case authRevoked(status: String, reason: String)
    /// Why the rules have decided as they did, for a client that asked to be told.
    case securityDebug(String)

    /// The message as JSON.
    package var bytes: [UInt8] {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member("t") { $0.string(isControl ? "c" : "d") }
            writer.member("d") { writer in writer.object { write(to: &$0) } }
        }
        return writer.bytes
    }

    private var isControl: Bool {
        switch self {
        case .hello, .pong, .reset, .shutdown, .error, .switchReady, .switched: true
        case .answer, .event, .listenRevoked, .authRevoked, .securityDebug: false
        }
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .hello(let time, let host, let session):
            writer.control("h") { writer in
                writer.object { writer in
                    writer.member("ts") { $0.raw(DataNode.text(time)) }
                    writer.member("v") { $0.string("5") }
                    writer.member("h") { $0.string(host) }
                    writer.member("s") { $0.string(session) }
                }
            }
        case .pong: writer.control("o") { $0.object { _ in } }
        case .reset(let host): writer.control("r") { $0.string(host) }
        case .shutdown(let reason): writer.control("s") { $0.string(reason) }
        case .error(let reason): writer.control("e") { $0.string(reason) }
        case .switchReady: writer.control("a") { $0.object { _ in } }
        case .switched: writer.control("n") { $0.object { _ in } }
        case .answer(let number, let answer):
            writer.member("r") { $0.integer(number) }
            writer.member("b") { writer in writer.object { answer.write(to: &$0) } }
        case .event(let event, let path, let tag): event.write(to: &writer, path, tag)
        case .listenRevoked(let path, let query):
            writer.push("c") { writer in
                writer.member("p") { $0.string(path.wire) }
                if let query { writer.member("q") { $0.array([query.json]) { $0.tree($1) } } }
            }
        case .authRevoked(let status, let reason):
            writer.push("ac") { writer in
                writer.member("s") { $0.string(status) }
                writer.member("d") { $0.string(reason) }
            }
        case .securityDebug(let text):
            writer.push("sd") { writer in writer.member("msg") { $0.string(text) } }
        }
    }
}

/// What a request is answered.
package struct ServerAnswer: Sendable {
    /// What an answer carries besides its status.
    package enum Content: Sendable {
        case none
        case text(String)
        case node(DataNode)
        /// The claims that a client has signed in with.
        case auth(JSON)
        /// A query had no index.
        case noIndex
    }

    package let status: String
    package let content: Content

    package init(_ status: String, _ content: Content) {
        self.status = status
        self.content = content
    }

    /// The request was carried out.
    package static let ok = ServerAnswer("ok", .none)

    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("s") { $0.string(status) }
        writer.member("d") { writer in
            switch content {
            case .none: writer.string("")
            case .text(let text): writer.string(text)
            case .node(let node): node.write(to: &writer, rendersArrays: false)
            case .auth(let claims): writer.object { $0.member("auth") { $0.tree(claims) } }
            case .noIndex:
                writer.object { $0.member("w") { $0.array(["no_index"]) { $0.string($1) } } }
            }
        }
    }
}

extension StreamEvent {
    fileprivate func write(to writer: inout JSONWriter, _ base: DatabasePath, _ tag: Int?) {
        let path: DatabasePath
        let isMerge: Bool
        switch self {
        case .put(let relative, _): (path, isMerge) = (base.appending(relative), false)
        case .patch(let relative, _): (path, isMerge) = (base.appending(relative), true)
        case .keepAlive, .cancel, .authRevoked: return
        }
        writer.push(isMerge ? "m" : "d") { writer in
            writer.member("p") { $0.string(path.wire) }
            writer.member("d") { writeData(to: &$0) }
            if let tag { writer.member("t") { $0.integer(tag) } }
        }
    }

    private func writeData(to writer: inout JSONWriter) {
        switch self {
        case .put(_, let node): node.write(to: &writer, rendersArrays: false)
        case .patch(_, let entries):
            writer.object { writer in
                for entry in entries {
                    writer.member(entry.path.wire) { entry.node.write(to: &$0, rendersArrays: false) }
                }
            }
        case .keepAlive, .cancel, .authRevoked: writer.null()
        }
    }
}

extension JSONWriter {
    fileprivate mutating func control(_ name: String, _ data: (inout JSONWriter) -> Void) {
        member("t") { $0.string(name) }
        member("d", data)
    }

    fileprivate mutating func push(_ name: String, _ body: (inout JSONWriter) -> Void) {
        member("a") { $0.string(name) }
        member("b") { $0.object(body) }
    }
}

extension DatabasePath {
    /// The path without a slash at its beginning.
    fileprivate var wire: String { keys.map(\.string).joined(separator: "/") }
}
