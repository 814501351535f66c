extension TypeChecker {
    func binary(
        _ operator: BinaryOperator, _ left: RuleExpression, _ right: RuleExpression
    ) throws(ExpressionProblem) -> ExpressionType {
        let types = (left: try type(of: left), right: try type(of: right))
        for (side, type, operand) in [("Left", types.left, left), ("Right", types.right, right)]
        where !`operator`.takes(type) {
            throw ExpressionProblem(
                "\(side) operand of \(`operator`.rawValue) must be \(`operator`.operands), not \(type.name).",
                at: operand.range)
        }
        switch `operator` {
        case .add:
            if types.left == .string || types.right == .string { return .string }
            return types.left == .number && types.right == .number ? .number : .value
        case .subtract, .multiply, .divide, .remainder: return .number
        case .equal, .identical, .notEqual, .notIdentical: return .boolean
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard types.left == types.right || types.left.isOpen || types.right.isOpen else {
                throw ExpressionProblem(
                    "Operands of \(`operator`.rawValue) must be two numbers or two strings, not \(types.left.name) and \(types.right.name).",
                    at: left.range.lowerBound..<right.range.upperBound)
            }
            return .boolean
        }
    }
}

extension BinaryOperator {
    fileprivate func takes(_ type: ExpressionType) -> Bool {
        switch self {
        case .equal, .identical, .notEqual, .notIdentical: type.hasEquality
        case .subtract, .multiply, .divide, .remainder: type.mayBeNumber
        case .add, .less, .lessOrEqual, .greater, .greaterOrEqual: type.mayBeNumber || type.mayBeString
        }
    }

    fileprivate var operands: String {
        switch self {
        case .equal, .identical, .notEqual, .notIdentical: "a value"
        case .subtract, .multiply, .divide, .remainder: "a number"
        case .add, .less, .lessOrEqual, .greater, .greaterOrEqual: "a number or a string"
        }
    }
}
