import FirestoreModel

extension Operators {
    /// `left + right`
    package static func add(
        _ left: RuleValue, _ right: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue {
        switch (left, right) {
        case (.int(let a), .int(let b)):
            let (sum, overflow) = a.addingReportingOverflow(b)
            return try integer(sum, overflow)
        // Google's sum begins with zero, so two negative zeros lose their sign.
        case (.float(let a), .float(let b)): return .float(0 + a + b)
        case (.int(let a), .float(let b)): return .float(Double(a) + b)
        case (.float(let a), .int(let b)): return .float(a + Double(b))
        case (.string(let a), .string(let b)):
            try work.make(bytes: a.utf8.count + b.utf8.count, of: .string)
            return .string(a + b)
        case (.duration(let a), .duration(let b)): return .duration(try a.adding(b))
        case (.timestamp(let time), .duration(let duration)), (.duration(let duration), .timestamp(let time)):
            return .timestamp(try time.adding(duration))
        default: throw .error(.operands(.add, left.type, right.type))
        }
    }

    /// `left - right`
    package static func subtract(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> RuleValue
    {
        switch (left, right) {
        case (.int(let a), .int(let b)):
            let (difference, overflow) = a.subtractingReportingOverflow(b)
            return try integer(difference, overflow)
        case (.float(let a), .float(let b)): return .float(a - b)
        case (.int(let a), .float(let b)): return .float(Double(a) - b)
        case (.float(let a), .int(let b)): return .float(a - Double(b))
        case (.duration(let a), .duration(let b)): return .duration(try a.adding(b.negated))
        case (.timestamp(let time), .duration(let duration)):
            return .timestamp(try time.adding(duration.negated))
        case (.timestamp(let a), .timestamp(let b)): return .duration(try a.duration(since: b))
        default: throw .error(.operands(.subtract, left.type, right.type))
        }
    }

    /// `left * right`
    package static func multiply(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> RuleValue
    {
        if case (.int(let a), .int(let b)) = (left, right) {
            let (product, overflow) = a.multipliedReportingOverflow(by: b)
            return try integer(product, overflow)
        }
        let (a, b) = try floats(.multiply, left, right)
        return .float(a * b)
    }

    /// `left / right`: truncated towards zero for integers. The smallest integer divided by -1 stays as it is.
    package static func divide(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> RuleValue {
        if case (.int(let a), .int(let b)) = (left, right) {
            guard b != 0 else { throw .error(.divideByZero) }
            return .int(a.dividedReportingOverflow(by: b).partialValue)
        }
        let (a, b) = try floats(.divide, left, right)
        return .float(a / b)
    }

    /// `left % right`, with the sign of the left side.
    package static func remainder(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure)
        -> RuleValue
    {
        if case (.int(let a), .int(let b)) = (left, right) {
            guard b != 0 else { throw .error(.divideByZero) }
            return .int(a.remainderReportingOverflow(dividingBy: b).partialValue)
        }
        let (a, b) = try floats(.remainder, left, right)
        return .float(a.truncatingRemainder(dividingBy: b))
    }

    /// `-value`
    package static func negate(_ value: RuleValue) throws(EvaluationFailure) -> RuleValue {
        switch value {
        case .int(let number):
            let (result, overflow) = (0 as Int64).subtractingReportingOverflow(number)
            return try integer(result, overflow)
        case .float(let number): return .float(-number)
        case .duration(let duration): return .duration(duration.negated)
        default: throw .error(.operand(.negative, value.type))
        }
    }

    private static func integer(_ number: Int64, _ overflow: Bool) throws(EvaluationFailure) -> RuleValue {
        if overflow { throw .error(.integerOutOfRange) }
        return .int(number)
    }

    private static func floats(
        _ operation: BinaryOperator, _ left: RuleValue, _ right: RuleValue
    ) throws(EvaluationFailure) -> (Double, Double) {
        guard let a = left.number, let b = right.number else {
            throw .error(.operands(operation, left.type, right.type))
        }
        return (a, b)
    }
}

extension RuleValue {
    /// An int or a float as a float.
    var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .float(let number): number
        default: nil
        }
    }
}
