import FirestoreModel

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
        let whole = try receiver.value(in: evaluation)
        return try Operators.index(whole, try index.value(in: evaluation))
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
        let whole = try receiver.value(in: evaluation)
        let first = try from?.value(in: evaluation)
        return try Operators.slice(whole, from: first, to: try to?.value(in: evaluation))
    }
}
