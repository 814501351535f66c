import JSONText
package import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// The JSON of recorded requests: `{"number", "allowed", "time", "auth", "data"}` with `{"read": {"path", "query"}}` or
/// `{"write": {path: node}}`. The time is in milliseconds since 1970; nodes are in the export format.
extension RecordedDatabaseRequest {
    /// Reads the response of `GET /.inspect/requests.json`.
    ///
    /// - Throws: ``DataProblem`` for any other text.
    package static func decode(_ body: [UInt8]) throws(DataProblem) -> [RecordedDatabaseRequest] {
        let json: JSON
        do throws(JSONParser.Failure) { json = try JSONParser.parse(body) } catch {
            throw DataProblem(error.description)
        }
        guard let elements = json["requests"]?.array else { throw DataProblem("there are no requests") }
        var requests: [RecordedDatabaseRequest] = []
        for element in elements { requests.append(try RecordedDatabaseRequest(element)) }
        return requests
    }

    private init(_ json: JSON) throws(DataProblem) {
        guard case .number(let digits)? = json["number"], let number = Int(digits),
            case .number(let text)? = json["time"], let time = Double(text)
        else { throw DataProblem("a request has no number or no time") }
        let root = try DataNode(json["data"] ?? .null)
        let operation: DatabaseRequest.Operation
        if let read = json["read"] {
            operation = .read(
                try DatabasePath(read["path"]?.string ?? ""),
                try DataQuery(parameters: RecordedDatabaseRequest.parameters(read["query"])))
        } else if case .object(let members)? = json["write"] {
            var (paths, after): ([DatabasePath], DataNode) = ([], root)
            for member in members {
                let path = try DatabasePath(member.name)
                paths.append(path)
                after.set(try DataNode(member.value), at: path)
            }
            operation = .write(paths, after: after)
        } else {
            throw DataProblem("a request neither reads nor writes")
        }
        self.init(
            number: number, isAllowed: json["allowed"] == .boolean(true),
            request: DatabaseRequest(
                operation, auth: AuthValue(json["auth"] ?? .null), now: time, root: root))
    }

    private static func parameters(_ query: JSON?) -> [(name: String, value: String)] {
        guard case .object(let members)? = query else { return [] }
        return members.map { ($0.name, $0.value.string ?? "") }
    }

    var json: JSON {
        .object([
            JSON.Member("number", .number(String(number))), JSON.Member("allowed", .boolean(isAllowed)),
            JSON.Member("time", .number(DataNode.text(request.now))), JSON.Member("auth", request.auth.tree),
            JSON.Member("data", request.root.tree), operation,
        ])
    }

    private var operation: JSON.Member {
        switch request.operation {
        case .read(let path, let query):
            var members = [JSON.Member("path", .string(path.description))]
            if let query {
                let parameters = query.parameters.map { JSON.Member($0.name, .string($0.value)) }
                members.append(JSON.Member("query", .object(parameters)))
            }
            return JSON.Member("read", .object(members))
        case .write(let paths, let after):
            return JSON.Member(
                "write", .object(paths.map { JSON.Member($0.description, after.value(at: $0).tree) }))
        }
    }
}
