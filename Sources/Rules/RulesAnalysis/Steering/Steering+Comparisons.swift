import CoreValues
import FirestoreModel
import FirestoreRules

extension Steering {
    /// Makes a comparison true or false by changing one of its sides.
    mutating func steer(
        comparison operation: BinaryOperator, _ left: EvaluatedExpression, _ right: EvaluatedExpression,
        to truth: Bool, _ scope: ConditionScope
    ) -> Bool {
        switch operation {
        case .equal: equalize(left, right, truth, scope)
        case .notEqual: equalize(left, right, !truth, scope)
        case .in: truth ? join(left, right, scope) : part(left, right, scope)
        case .less: order(left, right, truth ? [-1] : [0, 1], scope)
        case .lessOrEqual: order(left, right, truth ? [0, -1] : [1], scope)
        case .greater: order(left, right, truth ? [1] : [0, -1], scope)
        case .greaterOrEqual: order(left, right, truth ? [0, 1] : [-1], scope)
        case .or, .and, .add, .subtract, .multiply, .divide, .remainder: false
        }
    }

    private mutating func equalize(
        _ left: EvaluatedExpression, _ right: EvaluatedExpression, _ truth: Bool, _ scope: ConditionScope
    ) -> Bool {
        let isLeftFirst = random.oneIn(2)
        let (first, second) = isLeftFirst ? (left, right) : (right, left)
        if truth {
            if let value = second.value, assign(value, to: first, scope) { return true }
            if let value = first.value, assign(value, to: second, scope) { return true }
            // Neither has a value yet: give both the same.
            let value = RuleValue(vocabulary.value(&random))
            return assign(value, to: first, scope) && assign(value, to: second, scope)
        }
        for side in [first, second] {
            let stored = side.value.flatMap { Value($0) }
            if assign(RuleValue(vocabulary.value(near: stored, &random)), to: side, scope) { return true }
        }
        return false
    }

    /// Gives one side a value that lies before, at or behind the other side's.
    private mutating func order(
        _ left: EvaluatedExpression, _ right: EvaluatedExpression, _ offsets: [Int], _ scope: ConditionScope
    ) -> Bool {
        let offset = random.pick(offsets) ?? 0
        let isLeftFirst = !random.oneIn(3)
        for isLeft in [isLeftFirst, !isLeftFirst] {
            let (side, other) = isLeft ? (left, right) : (right, left)
            guard let value = other.value?.shifted(by: isLeft ? offset : -offset) else { continue }
            if assign(value, to: side, scope) { return true }
        }
        return false
    }
}

extension RuleValue {
    /// The value just before or behind this one; nil for what has no order.
    fileprivate func shifted(by offset: Int) -> RuleValue? {
        switch self {
        case .int(let int):
            let (sum, overflow) = int.addingReportingOverflow(Int64(offset))
            return overflow ? nil : .int(sum)
        case .float(let float): return .float(float + Double(offset))
        case .timestamp(let time):
            return .timestamp(Timestamp(seconds: time.seconds + Int64(offset), nanoseconds: time.nanoseconds))
        case .duration(let duration):
            return .duration(
                RuleDuration(seconds: duration.seconds + Int64(offset), nanoseconds: duration.nanoseconds))
        case .string(let text):
            return offset > 0 ? .string(text + "a") : offset == 0 ? self : .string(String(text.dropLast()))
        default: return nil
        }
    }
}
