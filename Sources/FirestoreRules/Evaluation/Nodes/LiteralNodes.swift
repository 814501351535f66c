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
        return .list(RuleList(try evaluation.values(of: elements, as: .elements)))
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
        try evaluation.charge()
        var entries = OrderedDictionary<FieldName, RuleValue>(minimumCapacity: keys.count)
        var failure: EvaluationFailure?
        for index in keys.indices {
            do throws(EvaluationFailure) {
                let name = try evaluation.value(of: keys[index], before: [values[index]])
                let value = try values[index].value(in: evaluation)
                guard case .string(let text) = name else {
                    throw .error(.type(received: name.type, expected: [.string]), at: keyRanges[index])
                }
                entries[FieldName(text)] = value
            } catch .budgetExceeded {
                throw .budgetExceeded
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return .map(RuleMap(entries))
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
        try evaluation.charge()
        var segments: [RulePath.Segment] = []
        segments.reserveCapacity(parts.count)
        var failures = OperandFailures(evaluation, isOfLookup ? .segmentsOfLookup : .elements)
        for part in parts {
            let mark = evaluation.leftovers.count
            do throws(EvaluationFailure) {
                switch part {
                case .segment(let segment):
                    try evaluation.charge()
                    try Conversions.append(segment, to: &segments)
                case .interpolation(let node, let range):
                    try append(try node.value(in: evaluation), at: range, to: &segments)
                }
                failures.add(.value(.null), since: mark)
            } catch .budgetExceeded {
                throw .budgetExceeded
            } catch {
                failures.add(.failure(error), since: mark)
            }
        }
        if let failure = failures.first { throw failure }
        return .path(RulePath(segments))
    }

    private func append(
        _ value: RuleValue, at range: SourceRange, to segments: inout [RulePath.Segment]
    ) throws(EvaluationFailure) {
        do {
            try Conversions.append(value, to: &segments)
        } catch .error(let fact, at: nil) {
            throw .error(fact, at: range)
        }
    }
}
