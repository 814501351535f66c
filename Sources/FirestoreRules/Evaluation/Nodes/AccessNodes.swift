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
        try evaluation.charge()
        return try Operators.member(try receiver.value(in: evaluation), name)
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
            try evaluation.charge()
            return try Operators.member(try data.value(in: evaluation), name)
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
        try evaluation.charge()
        let whole = try evaluation.value(of: receiver, before: [index])
        do {
            return try Operators.index(whole, try index.value(in: evaluation))
        } catch .error(let fact, let place) {
            // That the value has no elements comes before what is wrong with the index.
            if !whole.type.hasElements { _ = try Operators.index(whole, .null) }
            throw .error(fact, at: place)
        }
    }
}

/// `receiver[from:to]`
final class SliceNode: PlanNode {
    private let receiver: any PlanNode
    private let from: (any PlanNode)?
    private let to: (any PlanNode)?

    init(_ receiver: any PlanNode, from: (any PlanNode)?, to: (any PlanNode)?) {
        self.receiver = receiver
        self.from = from
        self.to = to
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        let whole = try evaluation.value(of: receiver, before: [from, to].compactMap(\.self))
        do {
            let first = try from.map { from throws(EvaluationFailure) in
                try evaluation.value(of: from, before: [to].compactMap(\.self))
            }
            return try Operators.slice(whole, from: first, to: try to?.value(in: evaluation))
        } catch .error(let fact, let place) {
            if !whole.type.hasElements || whole.type == .map {
                _ = try Operators.slice(whole, from: nil, to: nil)
            }
            throw .error(fact, at: place)
        }
    }
}
