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
        let (first, second) = try evaluation.operands(left, right)
        return try Operators.apply(operation, first, second, evaluation.work)
    }
}

/// `element in collection`: the collection is the first operand.
final class MembershipNode: PlanNode {
    private let element: any PlanNode
    private let collection: any PlanNode

    init(_ element: any PlanNode, in collection: any PlanNode) {
        self.element = element
        self.collection = collection
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let (all, value) = try evaluation.operands(collection, element, checking: MembershipNode.check)
        return try Operators.apply(.in, value, all, evaluation.work)
    }

    /// That nothing can be in a value comes before what is wrong with the element.
    private static func check(_ all: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) {
        switch all {
        case .list, .set, .map, .constraint: return
        default: _ = try Operators.apply(.in, .null, all, work)
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
        try Operators.negate(try evaluation.operand(operand))
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
        // The name of the type is the second operand.
        try evaluation.charge()
        return .bool(Operators.isInstance(try evaluation.operand(operand), of: type))
    }
}
