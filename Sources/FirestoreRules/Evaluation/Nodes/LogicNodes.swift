/// `left && right` or `left || right`: either side may decide alone, whatever becomes of the other.
final class JunctionNode: PlanNode {
    private let left: any PlanNode
    private let right: any PlanNode
    /// The operand that decides: false for `&&`, true for `||`.
    private let deciding: Bool
    /// Where a right operand that is no bool is reported; a left one is the operator's failure.
    private let start: SourceRange

    init(_ left: any PlanNode, _ right: any PlanNode, deciding: Bool, start: SourceRange) {
        self.start = start
        self.left = left
        self.right = right
        self.deciding = deciding
    }

    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue {
        try evaluation.charge()
        let before = evaluation.leftovers.count
        var failure: EvaluationFailure?
        do {
            if try left.value(in: evaluation).asBool() == deciding { return .bool(deciding) }
        } catch .budgetExceeded {
            throw .budgetExceeded
        } catch {
            failure = error
        }
        try evaluation.charge()
        guard let failure else {
            let value = try right.value(in: evaluation)
            guard case .bool = value else {
                throw .error(.type(received: value.type, expected: [.bool]), at: start)
            }
            return value
        }
        let mark = evaluation.leftovers.count
        switch try evaluation.outcome(of: right) {
        case .value(.bool(deciding)):
            evaluation.leftovers.forget(since: before)
            return .bool(deciding)
        case .value: throw failure
        case .failure: throw evaluation.leftovers.failure(ofLeft: failure, right: mark)
        }
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
