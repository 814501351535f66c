import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Calls that return a boolean.
extension DatabaseSteering {
    /// Makes a call return true or false.
    ///
    /// - Returns: False if nothing is known to do that.
    mutating func ask(
        _ name: String, _ receiver: RuleExpression, _ arguments: [RuleExpression], is truth: Bool,
        _ scope: RuleScope
    ) -> Bool {
        switch name {
        case "contains", "beginsWith", "endsWith": return search(name, receiver, arguments, is: truth, scope)
        case "matches":
            guard case .pattern(let pattern)? = arguments.first?.kind else { return false }
            let text = truth ? pattern.example(&random) : otherText(than: pattern)
            return text.map { assign(receiver, to: .string($0), scope) } ?? false
        default: break
        }
        guard let place = scope.node(of: receiver) else { return false }
        return scenario.set(place, to: node(name, arguments, is: truth, at: place, scope), &random)
    }

    /// What a place has to hold, so that a question about it is answered as wanted.
    private mutating func node(
        _ name: String, _ arguments: [RuleExpression], is truth: Bool, at place: DataPlace, _ scope: RuleScope
    ) -> DataNode {
        let present = scenario[place] ?? .null
        switch name {
        case "exists": return truth ? (present.isNull ? vocabulary.value(&random) : present) : .null
        case "hasChild", "hasChildren":
            let names = arguments.flatMap(\.elements).compactMap { argument -> String? in
                if case .string(let text)? = scope.data(of: argument) { text } else { nil }
            }
            return children(names, of: present, exist: truth)
        case "isString": return truth ? .string(vocabulary.text(&random)) : other(than: present)
        case "isNumber": return truth ? .number(vocabulary.number(&random)) : other(than: present)
        case "isBoolean": return truth ? .boolean(random.oneIn(2)) : other(than: present)
        default: return vocabulary.value(near: present, &random)
        }
    }

    /// A node with some children, or without one of them; without names, with any children or none.
    private mutating func children(_ names: [String], of present: DataNode, exist: Bool) -> DataNode {
        let paths = names.compactMap { try? DatabasePath($0) }.filter { !$0.isRoot && $0.isStorable }
        if names.isEmpty {
            if exist { return present.hasChildren ? present : vocabulary.object(&random) }
            return random.oneIn(2) ? .null : vocabulary.scalar(&random)
        }
        var node = present
        if exist {
            for path in paths where node.value(at: path).isNull {
                node.set(vocabulary.scalar(&random), at: path)
            }
            return node
        }
        if let path = random.pick(paths) { node.set(.null, at: path) }
        // Nothing would be a delete, which is not validated.
        return node.isNull ? vocabulary.scalar(&random) : node
    }

    /// A value of another type.
    private mutating func other(than node: DataNode) -> DataNode {
        let values: [DataNode] = [.boolean(true), .number(1), .string("a"), vocabulary.object(&random)]
        return random.pick(values.filter { !$0.isOfType(node) }) ?? .null
    }

    private mutating func otherText(than pattern: RulePattern) -> String? {
        guard let example = pattern.example(&random) else { return "" }
        return [String(example.dropLast()), example + "!", "!" + example, "", vocabulary.text(&random)][
            random.below(5)]
    }

    private mutating func search(
        _ name: String, _ receiver: RuleExpression, _ arguments: [RuleExpression], is truth: Bool,
        _ scope: RuleScope
    ) -> Bool {
        guard let argument = arguments.first else { return false }
        if case .string(let part)? = scope.data(of: argument), !receiver.isConstant {
            let padding = random.oneIn(2) ? "" : vocabulary.text(&random)
            let text =
                switch (truth, name) {
                case (false, _): random.oneIn(2) ? String(part.dropLast()) : padding
                case (true, "beginsWith"): part + padding
                case (true, "endsWith"): padding + part
                case (true, _): padding + part + padding
                }
            if assign(receiver, to: .string(text), scope) { return true }
        }
        guard case .string(let text)? = scope.data(of: receiver) else { return false }
        return assign(argument, to: .string(truth ? text : text + "a"), scope)
    }
}

extension DataNode {
    func isOfType(_ other: DataNode) -> Bool {
        switch (self, other) {
        case (.null, .null), (.boolean, .boolean), (.number, .number), (.string, .string), (.object, .object):
            true
        case (_, _): false
        }
    }
}
