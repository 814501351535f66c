import AnalysisCore
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore

/// A claim about rules of the Realtime Database: a condition for each node of a path that an allowed request reads or changes.
struct DatabaseClaim: Sendable {
    /// What a request does to a node.
    enum Method: String, Sendable, CaseIterable {
        case read, create, update, delete
    }

    let claim: Claim
    /// The keys and variables of the path.
    let path: [String]
    let methods: Set<Method>
    /// Rules with one condition, at the path.
    let holds: DatabaseRuleset
    let unless: DatabaseRuleset?

    /// - Throws: ``ClaimProblem`` for a claim that does not compile.
    init(_ claim: Claim) throws(ClaimProblem) {
        guard claim.after.isEmpty else {
            throw ClaimProblem(member: "after", message: "requests in a row are for Firestore's rules")
        }
        let (methods, path) = try DatabaseClaim.split(claim.on)
        let kind: RuleKind = methods == [.read] ? .read : .write
        _ = try DatabaseClaim.rules("true", kind, path, member: "on")
        self.claim = claim
        self.path = path
        self.methods = methods
        holds = try DatabaseClaim.rules(claim.holds, kind, path, member: "holds")
        var exception: DatabaseRuleset?
        if let unless = claim.unless {
            exception = try DatabaseClaim.rules(unless, kind, path, member: "unless")
        }
        unless = exception
    }

    /// `create, update /messages/$room` as its methods and its path.
    private static func split(_ on: String) throws(ClaimProblem) -> (Set<Method>, [String]) {
        guard let slash = on.firstIndex(of: "/") else {
            throw ClaimProblem(
                member: "on", message: "expected methods and a path, such as write /messages/$room")
        }
        var methods: Set<Method> = []
        for word in on[..<slash].split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init) {
            if word == "write" {
                methods.formUnion([.create, .update, .delete])
            } else if let method = Method(rawValue: word) {
                methods.insert(method)
            } else {
                throw ClaimProblem(
                    member: "on",
                    message: "there is no method \(word); there are read, write, create, update and delete")
            }
        }
        if methods.isEmpty {
            throw ClaimProblem(member: "on", message: "expected methods before the path, such as write")
        }
        if methods.contains(.read), methods.count > 1 {
            throw ClaimProblem(member: "on", message: "reads and writes need claims of their own")
        }
        let path = on[slash...].split(whereSeparator: { $0 == "/" || $0.isWhitespace }).map(String.init)
        return (methods, path)
    }

    /// Rules with one condition.
    private static func rules(
        _ condition: String, _ kind: RuleKind, _ path: [String], member: String
    ) throws(ClaimProblem) -> DatabaseRuleset {
        var tree = JSON.object([JSON.Member(kind.rawValue, .string(condition))])
        for name in path.reversed() { tree = .object([JSON.Member(name, tree)]) }
        do throws(RulesRefusal) {
            return try DatabaseRuleset(JSON.object([JSON.Member("rules", tree)]).compactText, name: "claim")
        } catch {
            throw ClaimProblem(
                member: member, message: error.diagnostics.first?.message ?? "does not compile")
        }
    }
}

extension DatabaseClaim {
    /// The nodes of the path that a request reads or changes.
    func nodes(of scenario: DatabaseScenario) -> [DatabasePath] {
        switch scenario.operation {
        case .read(let place, let query):
            guard methods.contains(.read) else { return [] }
            return ReadNodes(place: place, query: query).all(path[...], in: scenario.root)
        case .write:
            if methods.contains(.read) { return [] }
            var nodes: [DatabasePath] = []
            changed(path[...], .root, scenario.root, scenario.after, &nodes)
            return nodes
        }
    }

    private func changed(
        _ names: ArraySlice<String>, _ place: DatabasePath, _ before: DataNode, _ after: DataNode,
        _ nodes: inout [DatabasePath]
    ) {
        guard before != after, nodes.count < 100 else { return }
        guard let name = names.first else {
            let method: Method = before.isNull ? .create : after.isNull ? .delete : .update
            if methods.contains(method) { nodes.append(place) }
            return
        }
        let keys =
            name.hasPrefix("$")
            ? Set(before.children.map(\.key)).union(after.children.map(\.key)).sorted() : [DataKey(name)]
        for key in keys {
            changed(names.dropFirst(), place.appending(key), before.child(key), after.child(key), &nodes)
        }
    }
}

/// The nodes that a read shows, wholly or in part.
private struct ReadNodes {
    let place: DatabasePath
    let query: DataQuery?

    /// Those of a path: where nothing is, only that which is asked for.
    func all(_ names: ArraySlice<String>, in root: DataNode) -> [DatabasePath] {
        let matches = zip(names, place.keys).allSatisfy { $0.hasPrefix("$") || DataKey($0) == $1 }
        guard matches else { return [] }
        if place.keys.count >= names.count { return [DatabasePath(Array(place.keys.prefix(names.count)))] }
        let shown = query.map { $0.result(in: root.value(at: place)) } ?? root.value(at: place)
        var nodes: [DatabasePath] = []
        collect(names.dropFirst(place.keys.count), place, shown, &nodes)
        return nodes
    }

    private func collect(
        _ names: ArraySlice<String>, _ place: DatabasePath, _ node: DataNode, _ nodes: inout [DatabasePath]
    ) {
        guard !node.isNull, nodes.count < 100 else { return }
        guard let name = names.first else { return nodes.append(place) }
        for (key, child) in node.children where name.hasPrefix("$") || DataKey(name) == key {
            collect(names.dropFirst(), place.appending(key), child, &nodes)
        }
    }
}
