import AnalysisCore
import JSONText
import PrintableText
import RealtimeDatabaseModel

/// A request in words: who does what, where.
struct DatabaseSentence {
    private let scenario: DatabaseScenario

    init(_ scenario: DatabaseScenario) {
        self.scenario = scenario
    }

    var text: String { "\(user) \(action)\(owners)" }

    private var user: String {
        guard let user = scenario.user else { return "somebody who is not signed in" }
        let name = user.uid.printable(limit: 60)
        guard !user.claims.isEmpty, case .object(let members) = scenario.requester,
            let token = members["token"]
        else { return name }
        return "\(name) with the claims \(FlowText.text(of: token).printable(limit: 200))"
    }

    private func words(_ path: DatabasePath) -> String {
        path.isRoot ? "the whole database" : path.withoutSlash.printable(limit: 200)
    }

    private var action: String {
        switch scenario.operation {
        case .read(let path, nil):
            let isThere = !scenario.root.value(at: path).isNull || path.isRoot
            return "reads \(words(path))" + (isThere ? "" : ", where nothing is")
        case .read(let path, let query?): return "queries \(words(path))\(conditions(query))"
        case .write(let entries) where entries.count == 1: return write(entries[0])
        case .write(let entries):
            let paths = entries.map { words($0.path) }
            return "writes \(paths.dropLast().joined(separator: ", ")) and \(paths.last ?? "") at once"
        }
    }

    private func write(_ entry: DatabaseUpdate.Entry) -> String {
        let (path, old) = (words(entry.path), scenario.root.value(at: entry.path))
        switch (old.isNull, entry.node.isNull) {
        case (false, true): return "deletes \(path)"
        case (true, true): return "deletes \(path), where nothing is"
        case (true, false): return "creates \(path)\(content(entry.node))"
        case (false, false):
            if old == entry.node { return "writes \(path) without a change" }
            return changes(old, entry.node, path)
        }
    }

    private func content(_ node: DataNode) -> String {
        node.hasChildren ? " with \(list(node.children.map(\.key)))" : ""
    }

    private func changes(_ old: DataNode, _ new: DataNode, _ path: String) -> String {
        guard old.hasChildren, new.hasChildren else { return "overwrites \(path)" }
        let keys = Set(old.children.map(\.key)).union(new.children.map(\.key)).sorted()
        let changed = keys.filter { old.child($0) != new.child($0) }
        if changed.allSatisfy({ old.child($0).isNull }) { return "adds \(list(changed)) to \(path)" }
        if changed.allSatisfy({ new.child($0).isNull }) { return "removes \(list(changed)) from \(path)" }
        return "changes \(list(changed)) of \(path)"
    }

    private func conditions(_ query: DataQuery) -> String {
        let parts = query.members.map { member in
            "\(member.name) \(FlowText.text(of: member.value).printable(limit: 100))"
        }
        return " with " + parts.joined(separator: ", ")
    }

    /// Which children of the stored node name other users.
    private var owners: String {
        guard let path = scenario.paths.first, scenario.paths.count == 1 else { return "" }
        let entry = scenario.entries.first
        let owners = scenario.root.value(at: path).children.compactMap { key, child -> String? in
            guard case .string(let user) = child, DatabaseVocabulary.users.contains(user),
                user != scenario.user?.uid,
                entry.map({ $0.node.isNull || $0.node.child(key) == child }) ?? true
            else { return nil }
            return "`\(key.string.printable(limit: 60))` is \(user)"
        }
        return owners.isEmpty ? "" : ", whose \(owners.prefix(2).joined(separator: " and "))"
    }

    private func list(_ keys: [DataKey]) -> String {
        let quoted = keys.prefix(6).map { "`\($0.string.printable(limit: 60))`" }
        if keys.count > 6 { return quoted.joined(separator: ", ") + " and \(keys.count - 6) more" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " and " + last
    }
}
