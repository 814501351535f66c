import FirestoreModel
import Synchronization

/// `receiver.name`
final class MemberNode: PlanNode {
    private let receiver: any PlanNode
    private let name: FieldName

    init(_ receiver: any PlanNode, _ name: FieldName) {
        self.receiver = receiver
        self.name = name
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try Operators.member(try evaluation.operand(receiver), name)
    }
}

/// `resource.data.name` and `request.resource.data.name`: a document's field, read where it is stored.
final class FieldNode: PlanNode {
    private let data: EnvironmentNode
    private let name: FieldName
    /// Where the field was the last time: documents of one collection mostly hold the same fields in the same order.
    private let lastPlace = Atomic(0)

    init(_ data: EnvironmentNode, _ name: FieldName) {
        self.data = data
        self.name = name
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        guard let fields = evaluation.fields(of: data.part) else {
            return try Operators.member(try evaluation.operand(data), name)
        }
        try evaluation.charge(1 + data.part.cost)
        let value = fields._withUnsafeGuaranteedRef { $0.value(of: name, expectedAt: lastPlace) }
        guard let value else { throw .error(.undefinedProperty(name.string)) }
        return value
    }
}

/// `receiver[index]`
final class IndexNode: PlanNode {
    private let receiver: any PlanNode
    private let index: any PlanNode

    init(_ receiver: any PlanNode, _ index: any PlanNode) {
        self.receiver = receiver
        self.index = index
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let (whole, place) = try evaluation.operands(receiver, index, checking: IndexNode.check)
        return try Operators.index(whole, place, evaluation.work)
    }

    /// That a value has no elements comes before what is wrong with the index.
    private static func check(_ whole: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) {
        if !whole.type.hasElements { _ = try Operators.index(whole, .null, work) }
    }
}

/// `receiver[from:to]`
final class SliceNode: PlanNode {
    private let operands: [any PlanNode]
    private let hasStart: Bool
    private let hasEnd: Bool

    init(_ receiver: any PlanNode, from: (any PlanNode)?, to: (any PlanNode)?) {
        operands = [receiver] + [from, to].compactMap(\.self)
        hasStart = from != nil
        hasEnd = to != nil
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let values = try evaluation.operands(operands, checking: SliceNode.check)
        return try Operators.slice(
            values[0], from: hasStart ? values[1] : nil, to: hasEnd ? values[values.count - 1] : nil,
            evaluation.work)
    }

    /// That a value has no elements comes before what is wrong with the range.
    private static func check(_ whole: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) {
        if !whole.type.hasElements || whole.type == .map {
            _ = try Operators.slice(whole, from: nil, to: nil, work)
        }
    }
}
