import JSONText

extension StreamEvent {
    /// The encoded event.
    package var message: ServerSentMessage {
        switch self {
        case .put(let path, let node):
            ServerSentMessage(event: "put", data: StreamEvent.data(path) { node.write(to: &$0) })
        case .patch(let path, let entries):
            ServerSentMessage(
                event: "patch",
                data: StreamEvent.data(path) { writer in
                    writer.object { writer in
                        for entry in entries {
                            let name = entry.path.keys.map(\.string).joined(separator: "/")
                            writer.member(name) { entry.node.write(to: &$0) }
                        }
                    }
                })
        case .keepAlive: ServerSentMessage(event: "keep-alive", data: "null")
        case .cancel: ServerSentMessage(event: "cancel", data: "null")
        case .authRevoked(let reason):
            ServerSentMessage(event: "auth_revoked", data: DataNode.string(reason).json)
        }
    }

    /// Reads an event.
    ///
    /// - Returns: nil for an event of an unknown type, which you can ignore.
    /// - Throws: ``DataProblem`` for invalid data.
    package init?(_ message: ServerSentMessage) throws(DataProblem) {
        switch message.event {
        case "put":
            let (path, data) = try StreamEvent.content(message)
            self = .put(path, try DataNode(data))
        case "patch":
            let (path, data) = try StreamEvent.content(message)
            guard case .object(let members) = data else {
                throw DataProblem("the data of a patch event is not an object")
            }
            var entries: [DatabaseUpdate.Entry] = []
            for member in members {
                entries.append(
                    DatabaseUpdate.Entry(try DatabasePath(member.name), try DataNode(member.value)))
            }
            self = .patch(path, entries)
        case "keep-alive": self = .keepAlive
        case "cancel": self = .cancel
        case "auth_revoked":
            let json = try? JSONParser.parse(Array(message.data.utf8))
            self = .authRevoked(json?.string ?? message.data)
        case _: return nil
        }
    }

    private static func data(_ path: DatabasePath, _ data: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member("path") { $0.string(path.description) }
            writer.member("data") { data(&$0) }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func content(_ message: ServerSentMessage) throws(DataProblem) -> (DatabasePath, JSON) {
        let json: JSON
        do { json = try JSONParser.parse(Array(message.data.utf8)) } catch {
            throw DataProblem(error.description)
        }
        guard let path = json["path"]?.string, let data = json["data"] else {
            throw DataProblem("a \(message.event) event has a path and data")
        }
        return (try DatabasePath(path), data)
    }
}
