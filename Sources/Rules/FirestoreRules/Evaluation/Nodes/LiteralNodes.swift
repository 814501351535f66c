import FirestoreModel
import OrderedCollections

/// `[a, b]`
final class ListNode: PlanNode {
    private let elements: [any PlanNode]

    init(_ elements: [any PlanNode]) {
        self.elements = elements
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        .list(RuleList(try evaluation.operands(elements, as: .elements)))
    }

    var hasOneElement: Bool { elements.count == 1 }

    /// The value of the only element, without a list around it, at the cost of the list.
    func onlyElement(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let start = evaluation.leftovers.count
        let value: RuleValue
        do throws(EvaluationFailure) {
            value = try elements[0].value(in: evaluation)
        } catch {
            throw try evaluation.failure(error, of: elements, at: 0, as: .elements, since: start)
        }
        try evaluation.charge()
        return value
    }
}

/// `{key: value}`
final class MapNode: PlanNode {
    private let keys: [any PlanNode]
    private let values: [any PlanNode]
    /// Where a key that is no string is reported.
    private let keyRanges: [SourceRange]

    init(keys: [any PlanNode], values: [any PlanNode], keyRanges: [SourceRange]) {
        self.keys = keys
        self.values = values
        self.keyRanges = keyRanges
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        var entries: [(name: FieldName, value: RuleValue)] = []
        entries.reserveCapacity(keys.count)
        var failure: EvaluationFailure?
        for index in keys.indices.reversed() {
            do throws(EvaluationFailure) {
                entries.append(try entry(index, in: evaluation))
            } catch .budgetExceeded {
                throw .budgetExceeded
            } catch {
                failure = error
            }
        }
        try evaluation.charge()
        if let failure { throw failure }
        var map = OrderedDictionary<FieldName, RuleValue>(minimumCapacity: keys.count)
        for (name, value) in entries.reversed() { map[name] = value }
        return .map(RuleMap(map))
    }

    private func entry(
        _ index: Int, in evaluation: Evaluation
    ) throws(EvaluationFailure) -> (FieldName, RuleValue) {
        let start = evaluation.leftovers.count
        let value: RuleValue
        do throws(EvaluationFailure) {
            value = try values[index].value(in: evaluation)
        } catch {
            throw try evaluation.failure(
                error, of: [keys[index], values[index]], at: 1, since: start, cost: 0)
        }
        let name = try keys[index].value(in: evaluation)
        guard case .string(let text) = name else {
            throw .error(.type(received: name.type, expected: [.string]), at: keyRanges[index])
        }
        return (FieldName(text), value)
    }
}

/// `/a/$(b)/{c}`
final class PathNode: PlanNode {
    enum Part: Sendable {
        case segment(RulePath.Segment)
        /// The value, and where it is reported if it is not one that paths take.
        case interpolation(any PlanNode, at: SourceRange)
    }

    private let parts: [Part]
    private let isOfLookup: Bool

    /// - Parameter isOfLookup: Whether `get()` or its like takes the path.
    init(_ parts: [Part], isOfLookup: Bool) {
        self.parts = parts
        self.isOfLookup = isOfLookup
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let start = evaluation.leftovers.count
        var path = ReversedPath(capacity: parts.count)
        for index in parts.indices.reversed() {
            do throws(EvaluationFailure) {
                try append(parts[index], to: &path, in: evaluation)
            } catch {
                throw try failure(error, at: index, since: start, in: evaluation)
            }
        }
        try evaluation.charge()
        path.segments.reverse()
        return .path(RulePath(path.segments))
    }

    private func append(
        _ part: Part, to path: inout ReversedPath, in evaluation: Evaluation
    ) throws(EvaluationFailure) {
        switch part {
        case .segment(let segment):
            if segment.name == nil { try evaluation.charge() }
            try path.append(segment, at: nil)
        case .interpolation(let node, let range):
            try path.append(try node.value(in: evaluation), at: range)
        }
    }

    /// Why the path fails: a part has failed, and none after that.
    private func failure(
        _ failure: EvaluationFailure, at index: Int, since start: Int, in evaluation: Evaluation
    ) throws(EvaluationFailure) -> EvaluationFailure {
        var failures = OperandFailures(
            failure, followedBy: parts.count - 1 - index, as: isOfLookup ? .segmentsOfLookup : .elements)
        try failures.collect(in: evaluation, since: start, before: index, cost: 1) {
            (earlier) throws(EvaluationFailure) in
            var path = ReversedPath(capacity: 1)
            try append(parts[earlier], to: &path, in: evaluation)
        }
        return failures.settle(in: &evaluation.leftovers, since: start)
    }
}
