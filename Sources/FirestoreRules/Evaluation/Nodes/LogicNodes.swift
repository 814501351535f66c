/// `left && right` or `left || right`: either side may decide alone, whatever becomes of the other.
final class JunctionNode: PlanNode {
    private let left: any PlanNode
    private let right: any PlanNode
    /// The operand that decides: false for `&&`, true for `||`.
    private let deciding: Bool

    init(_ left: any PlanNode, _ right: any PlanNode, deciding: Bool) {
        self.left = left
        self.right = right
        self.deciding = deciding
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        let failure: EvaluationFailure
        do {
            if try left.value(in: evaluation).asBool() == deciding { return .bool(deciding) }
            try evaluation.charge()
            return .bool(try right.value(in: evaluation).asBool())
        } catch .budgetExceeded {
            throw .budgetExceeded
        } catch {
            failure = error
        }
        try evaluation.charge()
        if case .value(.bool(deciding)) = try evaluation.outcome(of: right) { return .bool(deciding) }
        throw failure
    }
}

/// `!operand`
final class NotNode: PlanNode {
    private let operand: any PlanNode

    init(_ operand: any PlanNode) {
        self.operand = operand
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        return try Operators.not(try operand.value(in: evaluation))
    }
}

/// `condition ? first : second`
final class ConditionalNode: PlanNode {
    private let condition: any PlanNode
    private let first: any PlanNode
    private let second: any PlanNode

    init(_ condition: any PlanNode, _ first: any PlanNode, _ second: any PlanNode) {
        self.condition = condition
        self.first = first
        self.second = second
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge(2)
        if try condition.value(in: evaluation).asBool() { return try first.value(in: evaluation) }
        try evaluation.charge(2)
        return try second.value(in: evaluation)
    }
}

extension RuleValue {
    /// The truth of a condition or an operand of `&&` and `||`.
    @inline(__always)
    func asBool() throws(EvaluationFailure) -> Bool {
        guard case .bool(let bool) = self else { throw .error(.type(received: type, expected: [.bool])) }
        return bool
    }
}
