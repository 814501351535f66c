import CoreValues
import RealtimeDatabaseModel

extension BinaryOperator {
    /// The result of the operator for two values.
    func apply(_ left: RuleValue, _ right: RuleValue) throws(RuleFailure) -> RuleValue {
        switch self {
        case .equal, .identical: return .boolean(left.isSame(as: right))
        case .notEqual, .notIdentical: return .boolean(!left.isSame(as: right))
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return .boolean(try compare(left, right))
        case .add, .subtract, .multiply, .divide, .remainder: break
        }
        if case (.number(let a), .number(let b)) = (left, right) { return .number(calculate(a, b)) }
        guard self == .add, let first = left.summand, let second = right.summand else {
            throw .operands(self, left, right)
        }
        guard first.utf8.count + second.utf8.count <= RuleFailure.mostBytes else { throw .resultTooLarge }
        return .string(first + second)
    }

    private func calculate(_ left: Double, _ right: Double) -> Double {
        switch self {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        // Unlike in JavaScript, there are no infinities.
        case .divide: right == 0 ? .nan : left / right
        case .remainder: left.truncatingRemainder(dividingBy: right)
        case _: .nan
        }
    }

    private func compare(_ left: RuleValue, _ right: RuleValue) throws(RuleFailure) -> Bool {
        switch (left, right) {
        case (.number(let a), .number(let b)):
            switch self {
            case .less: return a < b
            case .lessOrEqual: return a <= b
            case .greater: return a > b
            case _: return a >= b
            }
        case (.string(let a), .string(let b)):
            let order = a.compareUTF16(to: b)
            switch self {
            case .less: return order == .less
            case .lessOrEqual: return order != .greater
            case .greater: return order == .greater
            case _: return order != .less
            }
        case (_, _): throw .operands(self, left, right)
        }
    }
}

extension RuleValue {
    /// The text that `+` appends; nil for values without one.
    fileprivate var summand: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.scriptText
        case .null, .boolean, .data, .claims, .snapshot, .query: nil
        }
    }
}
