/// The operators of the language on values.
///
/// Source: Google's emulator, tested with every operator on every pair of types.
package enum Operators {
    /// Applies an operator to two values. For `&&` and `||` both values are given; short circuits are the evaluator's task.
    package static func apply(
        _ operation: BinaryOperator, _ left: RuleValue, _ right: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue {
        switch operation {
        case .equal: .bool(try isEqual(left, right, work))
        case .notEqual: .bool(try isNotEqual(left, right, work))
        case .less: .bool(try isLess(left, right, work))
        case .lessOrEqual: .bool(try isLessOrEqual(left, right, work))
        case .greater: .bool(try isGreater(left, right, work))
        case .greaterOrEqual: .bool(try isGreaterOrEqual(left, right, work))
        case .in: .bool(try contains(right, left, work))
        case .add: try add(left, right, work)
        case .subtract: try subtract(left, right)
        case .multiply: try multiply(left, right)
        case .divide: try divide(left, right)
        case .remainder: try remainder(left, right)
        case .and: .bool(try bool(left) ? bool(right) : false)
        case .or: .bool(try bool(left) ? true : bool(right))
        }
    }

    /// A condition: a boolean, or a type error.
    package static func bool(_ value: RuleValue) throws(EvaluationFailure) -> Bool {
        if case .bool(let bool) = value { return bool }
        throw .error(.type(received: value.type, expected: [.bool]))
    }

    /// `!value`
    package static func not(_ value: RuleValue) throws(EvaluationFailure) -> RuleValue {
        if case .bool(let bool) = value { return .bool(!bool) }
        throw .error(.operand(.not, value.type))
    }
}
