import FirestoreModel
import OrderedCollections

/// `[a, b]`
final class ListNode: PlanNode {
    private let elements: [any PlanNode]

    init(_ elements: [any PlanNode]) {
        self.elements = elements
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return .list(RuleList(try evaluation.values(of: elements)))
    }
}

/// `{key: value}`
final class MapNode: PlanNode {
    private let keys: [any PlanNode]
    private let values: [any PlanNode]

    init(keys: [any PlanNode], values: [any PlanNode]) {
        self.keys = keys
        self.values = values
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        var entries = OrderedDictionary<FieldName, RuleValue>(minimumCapacity: keys.count)
        for (key, value) in zip(keys, values) {
            let name = try key.value(in: evaluation)
            guard case .string(let text) = name else {
                throw .error(.type(received: name.type, expected: [.string]))
            }
            entries[FieldName(text)] = try value.value(in: evaluation)
        }
        return .map(RuleMap(entries))
    }
}

/// `/a/$(b)/{c}`
final class PathNode: PlanNode {
    enum Part: Sendable {
        case segment(RulePath.Segment)
        case interpolation(any PlanNode)
    }

    private let parts: [Part]

    init(_ parts: [Part]) {
        self.parts = parts
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        var segments: [RulePath.Segment] = []
        segments.reserveCapacity(parts.count)
        for part in parts {
            switch part {
            case .segment(let segment):
                try evaluation.charge()
                try Conversions.append(segment, to: &segments)
            case .interpolation(let node):
                try Conversions.append(try node.value(in: evaluation), to: &segments)
            }
        }
        return .path(RulePath(segments))
    }
}

extension Evaluation {
    /// The values of expressions in their order; the first failure is that of all.
    func values(of nodes: [any PlanNode]) throws(EvaluationFailure) -> [RuleValue] {
        var values: [RuleValue] = []
        values.reserveCapacity(nodes.count)
        for node in nodes { values.append(try node.value(in: self)) }
        return values
    }
}
