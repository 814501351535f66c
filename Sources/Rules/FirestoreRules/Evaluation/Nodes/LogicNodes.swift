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
        let before = evaluation.leftovers.count
        var isDecided = false
        var failure: EvaluationFailure?
        do {
            isDecided = try left.value(in: evaluation).asBool() == deciding
        } catch .budgetExceeded {
            throw .budgetExceeded
        } catch {
            failure = error
        }
        try evaluation.charge()
        if isDecided { return .bool(deciding) }
        guard let failure else {
            let value = try evaluation.operand(right)
            guard case .bool = value else {
                throw .error(.type(received: value.type, expected: [.bool]), at: start)
            }
            return value
        }
        let mark = evaluation.leftovers.count
        let outcome = try evaluation.outcome(of: right)
        try evaluation.charge()
        switch outcome {
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
        try Operators.not(try evaluation.operand(operand))
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
        let isTrue: Bool
        do throws(EvaluationFailure) {
            isTrue = try condition.value(in: evaluation).asBool()
        } catch {
            try evaluation.charge(2)
            throw error
        }
        let half = isTrue ? 1 : 2
        try evaluation.charge(half)
        return try evaluation.operand(isTrue ? first : second, cost: half)
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
