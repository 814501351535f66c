/// An operator between two values, other than `&&`, `||`, `in`, `==` and `!=`.
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

/// `left == right` or `left != right`.
final class EqualityNode: PlanNode {
    private let left: any PlanNode
    private let right: any PlanNode
    private let isNegated: Bool

    init(_ left: any PlanNode, _ right: any PlanNode, isNegated: Bool) {
        self.left = left
        self.right = right
        self.isNegated = isNegated
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        let (first, second) = try evaluation.operands(left, right)
        if case .string(let a) = first, case .string(let b) = second {
            return .bool(try a.hasSameUTF8(as: b, evaluation.work) != isNegated)
        }
        return .bool(
            isNegated
                ? try Operators.isNotEqual(first, second, evaluation.work)
                : try Operators.isEqual(first, second, evaluation.work))
    }
}

/// `element in collection`: the collection is the first operand.
final class MembershipNode: PlanNode {
    private let element: any PlanNode
    private let collection: any PlanNode
    /// The elements of a collection that is a constant list of texts.
    private let texts: (all: [String], cost: Int)?

    init(_ element: any PlanNode, in collection: any PlanNode) {
        self.element = element
        self.collection = collection
        let constant = collection as? ConstantNode
        texts = constant.flatMap { constant in constant.texts.map { ($0, constant.cost) } }
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        if let texts {
            let value = try evaluation.operand(element, after: collection, checking: MembershipNode.check) {
                () throws(EvaluationFailure) in try element.value(in: evaluation)
            }
            if case .string(let text) = value {
                try evaluation.charge(texts.cost + 1)
                return .bool(try MembershipNode.contains(texts.all, text, evaluation.work))
            }
            return try Operators.apply(.in, value, try evaluation.operand(collection), evaluation.work)
        }
        let (all, value) = try evaluation.operands(collection, element, checking: MembershipNode.check)
        return try Operators.apply(.in, value, all, evaluation.work)
    }

    private static func contains(
        _ all: [String], _ text: String, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        try work.charge(all.count)
        for candidate in all where try candidate.hasSameUTF8(as: text, work) { return true }
        return false
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
