/// `!operand`
final class NotNode: PlanNode {
    private let operand: any PlanNode

    init(_ operand: any PlanNode) {
        self.operand = operand
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        .boolean(!(try operand.truth(in: evaluation)))
    }
}

/// `-operand`
final class NegativeNode: PlanNode {
    private let operand: any PlanNode

    init(_ operand: any PlanNode) {
        self.operand = operand
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        switch try operand.value(in: evaluation) {
        case .number(let number): .number(-number)
        case let value: throw .negative(value)
        }
    }
}

/// An operator that evaluates both of its operands.
final class BinaryNode: PlanNode {
    private let `operator`: BinaryOperator
    private let left: any PlanNode
    private let right: any PlanNode

    init(_ operator: BinaryOperator, _ left: any PlanNode, _ right: any PlanNode) {
        self.operator = `operator`
        self.left = left
        self.right = right
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        let first = try left.value(in: evaluation)
        let second = try right.value(in: evaluation)
        try evaluation.charge(first)
        try evaluation.charge(second)
        return try `operator`.apply(first, second)
    }
}

/// `first && second && …`, or with `||`: evaluates operands until one decides.
final class LogicalNode: PlanNode {
    private let operands: [any PlanNode]
    /// False for `&&`, true for `||`.
    private let deciding: Bool

    init(_ operands: [any PlanNode], deciding: Bool) {
        self.operands = operands
        self.deciding = deciding
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        for operand in operands where try operand.truth(in: evaluation) == deciding {
            return .boolean(deciding)
        }
        return .boolean(!deciding)
    }
}

/// `test ? first : second`
final class ConditionalNode: PlanNode {
    private let test: any PlanNode
    private let first: any PlanNode
    private let second: any PlanNode

    init(_ test: any PlanNode, _ first: any PlanNode, _ second: any PlanNode) {
        self.test = test
        self.first = first
        self.second = second
    }

    func value(in evaluation: Evaluation) throws(RuleFailure) -> RuleValue {
        try (try test.truth(in: evaluation) ? first : second).value(in: evaluation)
    }
}

extension PlanNode {
    /// The value of an expression that the checker has found to be a boolean.
    func truth(in evaluation: Evaluation) throws(RuleFailure) -> Bool {
        if case .boolean(true) = try value(in: evaluation) { true } else { false }
    }
}
