/// An operator between two values, other than `&&`, `||` and `in`.
final class BinaryNode: PlanNode {
    private let operation: BinaryOperator
    private let left: any PlanNode
    private let right: any PlanNode

    init(_ operation: BinaryOperator, _ left: any PlanNode, _ right: any PlanNode) {
        self.operation = operation
        self.left = left
        self.right = right
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        let first = try evaluation.value(of: left, before: [right])
        return try Operators.apply(operation, first, try right.value(in: evaluation))
    }
}

/// `element in collection`: the collection is looked at first.
final class MembershipNode: PlanNode {
    private let element: any PlanNode
    private let collection: any PlanNode

    init(_ element: any PlanNode, in collection: any PlanNode) {
        self.element = element
        self.collection = collection
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        let all = try evaluation.value(of: collection, before: [element])
        switch all {
        case .list, .set, .map, .constraint:
            return try Operators.apply(.in, try element.value(in: evaluation), all)
        default:
            // Nothing can be in it, whatever the element is.
            _ = try evaluation.outcome(of: element)
            return try Operators.apply(.in, .null, all)
        }
    }
}

/// `-operand`
final class NegativeNode: PlanNode {
    private let operand: any PlanNode

    init(_ operand: any PlanNode) {
        self.operand = operand
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return try Operators.negate(try operand.value(in: evaluation))
    }
}

/// `operand is type`
final class TypeTestNode: PlanNode {
    private let operand: any PlanNode
    private let type: TypeName

    init(_ operand: any PlanNode, is type: TypeName) {
        self.operand = operand
        self.type = type
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge(2)
        return .bool(Operators.isInstance(try operand.value(in: evaluation), of: type))
    }
}
