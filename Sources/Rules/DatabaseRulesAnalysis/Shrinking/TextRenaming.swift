import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Replaces a text everywhere in a scenario: in keys, values, claims, and the user's id.
struct TextRenaming {
    private let old: String
    private let new: String

    init(_ old: String, _ new: String) {
        self.old = old
        self.new = new
    }

    func applied(to scenario: DatabaseScenario) -> DatabaseScenario {
        var copy = scenario
        copy.root = node(scenario.root)
        if let user = scenario.user {
            let claims = user.claims.mapValues { claim($0) }
            copy.user = DatabaseScenario.User(uid: text(user.uid), claims: claims)
        }
        switch scenario.operation {
        case .read(let path, var query):
            let (start, end) = (query?.start.map(bound), query?.end.map(bound))
            query?.start = start
            query?.end = end
            copy.operation = .read(self.path(path), query)
        case .write(let entries):
            copy.operation = .write(
                entries.map { DatabaseUpdate.Entry(path($0.path), node($0.node)) }.withoutOverlaps)
        }
        return copy
    }

    private func text(_ text: String) -> String { text == old ? new : text }

    private func path(_ path: DatabasePath) -> DatabasePath {
        DatabasePath(path.keys.map { DataKey(text($0.string)) })
    }

    private func bound(_ bound: DataQuery.Bound) -> DataQuery.Bound {
        guard case .string(let text) = bound.value else { return bound }
        return DataQuery.Bound(.string(self.text(text)), key: bound.key, includesEqual: bound.includesEqual)
    }

    private func node(_ node: DataNode) -> DataNode {
        switch node {
        case .string(let text): return .string(self.text(text))
        case .object(let children):
            var renamed = DataChildren()
            for (key, child) in children { renamed[DataKey(text(key.string))] = self.node(child) }
            return DataNode(renamed)
        case .prioritized(let value, let priority): return self.node(value).withPriority(priority)
        case .null, .boolean, .number: return node
        }
    }

    private func claim(_ claim: AuthValue) -> AuthValue {
        switch claim {
        case .string(let text): .string(self.text(text))
        case .list(let elements): .list(elements.map { self.claim($0) })
        case .map(let members):
            .map(
                Dictionary(members.map { (DataKey(text($0.key.string)), self.claim($0.value)) }) { first, _ in
                    first
                })
        case .null, .boolean, .number: claim
        }
    }
}
