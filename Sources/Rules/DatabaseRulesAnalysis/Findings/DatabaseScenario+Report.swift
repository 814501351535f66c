package import AnalysisCore
package import CoreValues
package import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// A finding about the Realtime Database's rules.
package typealias DatabaseFinding = SearchFinding<DatabaseScenario>

extension DatabaseScenario: ReportedScenario {
    package static var storedTitle: String { "data" }

    package var time: Timestamp {
        let seconds = (now / 1000).rounded(.down)
        return Timestamp(
            seconds: Int64(seconds), nanoseconds: Int32((now - seconds * 1000).rounded()) * 1_000_000)
    }

    package var sentence: String { DatabaseSentence(self).text }

    package var stored: JSON {
        .object(root.documents.map { JSON.Member($0.path.withoutSlash, $0.node.tree) })
    }

    package var requester: JSON {
        guard let user else { return .string("nobody") }
        if user.claims.isEmpty, user.uid != "nobody", user.uid != "admin" { return .string(user.uid) }
        return .object([JSON.Member("uid", .string(user.uid)), JSON.Member("token", user.token)])
    }

    package var suiteOperation: [JSON.Member] { step.members(at: now) }

    package var requestObject: JSON {
        let step = step
        var members = [
            JSON.Member("method", .string(step.method)), JSON.Member("path", .string(step.path.withoutSlash)),
            JSON.Member(
                "auth",
                user.map { user in
                    .object([JSON.Member("uid", .string(user.uid)), JSON.Member("token", user.token)])
                } ?? .null), JSON.Member("time", .string(time.description)),
        ]
        let asked = step.members(at: now)
        if let data = asked.first(where: { $0.name == "value" || $0.name == "data" }) {
            members.append(JSON.Member("data", data.value))
        }
        if let query = asked.first, query.name == "query" {
            members.append(JSON.Member("query", query.value))
        }
        return .object(members)
    }

    private var step: DatabaseStep { DatabaseStep(of: operation) }
}

extension DatabaseScenario.User {
    /// The claims as suites write them.
    fileprivate var token: JSON {
        .object(claims.sorted { $0.key < $1.key }.map { JSON.Member($0.key.string, $0.value.tree) })
    }
}

extension DatabasePath {
    /// The path as suites write it: `messages/c1`.
    var withoutSlash: String { keys.map(\.string).joined(separator: "/") }
}

extension DataNode {
    /// The nodes that stand for themselves: down to the first with a child that is a value.
    var documents: [(path: DatabasePath, node: DataNode)] { documents(at: .root) }

    private func documents(at path: DatabasePath) -> [(path: DatabasePath, node: DataNode)] {
        if isNull { return [] }
        guard hasChildren, children.allSatisfy({ $0.value.hasChildren }) else { return [(path, self)] }
        return children.flatMap { $0.value.documents(at: path.appending($0.key)) }
    }

    /// The node as a suite writes it: the time of the request is the server's.
    func written(at now: Double) -> JSON {
        switch self {
        case .number(now): .object([JSON.Member("$serverTimestamp", .boolean(true))])
        case .object(let children):
            .object(children.map { JSON.Member($0.key.string, $0.value.written(at: now)) })
        case .prioritized(let value, let priority):
            value.written(at: now).with(priority: priority.tree)
        case .null, .boolean, .number, .string: tree
        }
    }
}
