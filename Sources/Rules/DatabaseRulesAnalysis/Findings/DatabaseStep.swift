import JSONText
import RealtimeDatabaseModel

/// A request as a step of a suite has it.
enum DatabaseStep {
    case get(DatabasePath)
    case query(DatabasePath, DataQuery)
    case set(DatabasePath, DataNode)
    case remove(DatabasePath)
    /// Nodes below a path.
    case update(DatabasePath, [(path: DatabasePath, node: DataNode)])

    init(of operation: DatabaseScenario.Operation) {
        switch operation {
        case .read(let path, nil): self = .get(path)
        case .read(let path, let query?): self = .query(path, query)
        case .write(let entries) where entries.count == 1:
            self = entries[0].node.isNull ? .remove(entries[0].path) : .set(entries[0].path, entries[0].node)
        case .write(let entries):
            var shared = entries.first?.path.parent ?? .root
            while !shared.isRoot, !entries.allSatisfy({ shared.contains($0.path) }) {
                shared = shared.parent ?? .root
            }
            self = .update(shared, entries.map { ($0.path.dropping(shared.keys.count), $0.node) })
        }
    }

    var method: String {
        switch self {
        case .get: "get"
        case .query: "query"
        case .set: "set"
        case .remove: "remove"
        case .update: "update"
        }
    }

    var path: DatabasePath {
        switch self {
        case .get(let path), .query(let path, _), .set(let path, _), .remove(let path), .update(let path, _):
            path
        }
    }

    func members(at now: Double) -> [JSON.Member] {
        let place = JSON.string(path.withoutSlash)
        switch self {
        case .get, .remove: return [JSON.Member(method, place)]
        case .set(_, let node):
            return [JSON.Member("set", place), JSON.Member("value", node.written(at: now))]
        case .update(_, let parts):
            let data = parts.map { JSON.Member($0.path.withoutSlash, $0.node.written(at: now)) }
            return [JSON.Member("update", place), JSON.Member("data", .object(data))]
        case .query(_, let query):
            return [JSON.Member("query", .object([JSON.Member("path", place)] + query.members))]
        }
    }
}

extension DataQuery {
    /// The parameters of the query as suites write them.
    var members: [JSON.Member] {
        parameters.map { name, value in
            let json = (try? JSONParser.parse(Array(value.utf8))) ?? .string(value)
            return JSON.Member(name, json)
        }
    }
}
