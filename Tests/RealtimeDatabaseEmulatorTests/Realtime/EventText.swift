import JSONText
import RealtimeDatabaseModel

/// A message of the server as JSON, whose events can be applied to data.
struct EventText {
    private let json: JSON

    init(_ text: String) throws { json = try JSONParser.parse(Array(text.utf8)) }

    /// Applies the event; other messages change nothing.
    func apply(to node: inout DataNode) throws {
        guard let body = json["b"], let path = body["p"]?.string, let data = body["d"] else { return }
        let base = try DatabasePath(path)
        switch json["a"]?.string {
        case "d"?: node.set(try DataNode(data), at: base)
        case "m"?:
            guard case .object(let members) = data else { return }
            for member in members {
                node.set(try DataNode(member.value), at: base.appending(try DatabasePath(member.name)))
            }
        case _: break
        }
    }
}
