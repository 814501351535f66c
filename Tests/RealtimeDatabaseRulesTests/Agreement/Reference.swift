import RealtimeDatabaseModel

/// What the reference computes with: plain values without sharing or laziness.
indirect enum ReferenceValue: Equatable, Sendable {
    case null, boolean(Bool), number(Double), string(String)
    case tree([String: ReferenceValue])
    /// A snapshot: which database, and the keys to the node.
    case place(isNew: Bool, [String])

    /// As the model has it.
    var node: DataNode {
        switch self {
        case .null, .place: return .null
        case .boolean(let boolean): return .boolean(boolean)
        case .number(let number): return .number(number)
        case .string(let text): return .string(text)
        case .tree(let members):
            var children = DataChildren()
            for (name, value) in members { children[DataKey(name)] = value.node }
            return DataNode(children)
        }
    }

    func at(_ keys: [String]) -> ReferenceValue {
        guard let key = keys.first else { return self }
        guard case .tree(let members) = self else { return .null }
        return members[key]?.at(Array(keys.dropFirst())) ?? .null
    }

    func setting(_ value: ReferenceValue, at keys: [String]) -> ReferenceValue {
        guard let key = keys.first else { return value }
        var members: [String: ReferenceValue] = [:]
        if case .tree(let own) = self { members = own }
        let child = (members[key] ?? .null).setting(value, at: Array(keys.dropFirst()))
        members[key] = child == .null ? nil : child
        if members.isEmpty, case .tree = self { return .null }
        // Below a value there is nothing to remove.
        return members.isEmpty ? self : .tree(members)
    }
}

/// Why a condition has no value.
struct ReferenceError: Error {}

/// What a condition of the reference can see.
struct ReferenceScope: Sendable {
    var old: ReferenceValue
    var new: ReferenceValue?
    var uid: String?
    /// The keys to the rule's node.
    var keys: [String]
    /// The keys that variables stand for.
    var variables: [String: String]
}

/// An expression that is made as a tree, and written as text for the parser.
struct ReferenceExpression: Sendable {
    let text: String
    let value: @Sendable (ReferenceScope) throws -> ReferenceValue
}

/// Rules as a list: each with its path and what it decides about.
struct ReferenceRules {
    var rules: [(path: [String], kind: String, condition: ReferenceExpression)] = []
    var nodes: Set<[String]> = [[]]

    /// The path of the rules for a node, by the definition: names come before variables.
    func place(of keys: [String]) -> [String]? {
        var place: [String] = []
        for key in keys {
            if nodes.contains(place + [key]) {
                place.append(key)
            } else if let variable = nodes.first(where: {
                $0.count == place.count + 1 && $0.dropLast() == place[...] && $0.last?.hasPrefix("$") == true
            })?.last {
                place.append(variable)
            } else {
                return nil
            }
        }
        return place
    }

    /// Whether the rule of a kind at a node holds; nil where there is none.
    func holds(_ kind: String, at keys: [String], in scope: ReferenceScope) -> Bool? {
        guard let place = place(of: keys),
            let rule = rules.first(where: { $0.path == place && $0.kind == kind })
        else { return nil }
        var inner = scope
        inner.keys = keys
        for (name, key) in zip(place, keys) where name.hasPrefix("$") { inner.variables[name] = key }
        return (try? rule.condition.value(inner)) == .boolean(true)
    }

    func grants(_ kind: String, _ keys: [String], in scope: ReferenceScope) -> Bool {
        (0...keys.count).contains { holds(kind, at: Array(keys.prefix($0)), in: scope) == true }
    }

    func allowsWrite(_ paths: [[String]], in scope: ReferenceScope) -> Bool {
        let new = scope.new ?? .null
        return paths.allSatisfy { keys in
            guard grants(".write", keys, in: scope) else { return false }
            let written = new.at(keys)
            if written == .null { return true }
            return (0..<keys.count).allSatisfy {
                holds(".validate", at: Array(keys.prefix($0)), in: scope) != false
            } && isValid(written, keys, in: scope)
        }
    }

    private func isValid(_ value: ReferenceValue, _ keys: [String], in scope: ReferenceScope) -> Bool {
        guard holds(".validate", at: keys, in: scope) != false else { return false }
        guard case .tree(let members) = value else { return true }
        return members.allSatisfy { isValid($0.value, keys + [$0.key], in: scope) }
    }

    /// The rules as a file.
    var json: String { "{\"rules\": \(json(at: []))}" }

    private func json(at path: [String]) -> String {
        var members = rules.filter { $0.path == path }.map {
            "\"\($0.kind)\": \(DataNode.string($0.condition.text).json)"
        }
        for node in nodes.filter({ $0.count == path.count + 1 && $0.dropLast() == path[...] }).sorted(by: {
            $0.joined() < $1.joined()
        }) {
            members.append("\"\(node[path.count])\": \(json(at: node))")
        }
        return "{" + members.joined(separator: ",\n") + "}"
    }
}
