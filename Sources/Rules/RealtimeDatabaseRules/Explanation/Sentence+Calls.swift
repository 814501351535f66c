import PrintableText
import RealtimeDatabaseModel
import RulesCore

extension Sentence {
    /// The sentence about a method call that was true or false.
    func call(_ name: String, _ receiver: Side, _ arguments: [RuleExpression], is truth: Bool) -> String? {
        if case .snapshot(let snapshot) = receiver.raw {
            return question(name, snapshot, receiver, arguments, is: truth)
        }
        guard !truth, let words = Sentence.texts[name] else { return nil }
        let argument = arguments.first.map { argument in
            if case .pattern = argument.kind { explainer.text(of: argument) } else { side(argument).value }
        }
        return "\(receiver.name) is \(receiver.value), which does not \(words) \(argument ?? "it")"
    }

    private static let texts = [
        "beginsWith": "begin with", "contains": "contain", "endsWith": "end with", "matches": "match",
    ]
    private static let types = ["isBoolean": "true or false", "isNumber": "a number", "isString": "a text"]

    /// The sentence about a method of a snapshot.
    private func question(
        _ name: String, _ snapshot: DataSnapshot, _ place: Side, _ arguments: [RuleExpression], is truth: Bool
    ) -> String? {
        let (path, node) = (snapshot.path, snapshot.node)
        switch name {
        case "exists": return truth ? "\(place.name) exists" + already : nothing(at: path)
        case "hasChildren", "hasChild":
            if truth { return nil }
            let missing = wanted(arguments).filter { snapshot.child(DataSnapshot.keys($0) ?? []).node.isNull }
            if node.isNull { return nothing(at: path) }
            if missing.isEmpty { return "\(place.name) has no children" }
            return "\(place.name) lacks \(Wording.list(missing.map { $0.beginning(limit: 60) }))"
        case _:
            guard let type = Sentence.types[name] else { return nil }
            if node.isNull, !truth { return nothing(at: path) }
            return "\(place.name) is \(place.value), \(truth ? "which is" : "not") \(type)"
        }
    }

    /// The names of the children that are asked for.
    private func wanted(_ arguments: [RuleExpression]) -> [String] {
        arguments.flatMap { argument -> [String] in
            if case .list(let elements) = argument.kind { return wanted(elements) }
            if case .string(let name)? = side(argument).raw { return [name] }
            return []
        }
    }
}
