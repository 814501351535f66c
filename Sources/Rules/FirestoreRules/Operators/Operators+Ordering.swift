import FirestoreModel

extension Operators {
    /// `left < right`
    package static func isLess(
        _ left: RuleValue, _ right: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        if case (.int(let a), .int(let b)) = (left, right) { return a < b }
        return try compare(.less, left, right, work) == .less
    }

    /// `left <= right`
    package static func isLessOrEqual(
        _ left: RuleValue, _ right: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        if case (.int(let a), .int(let b)) = (left, right) { return a <= b }
        return switch try compare(.lessOrEqual, left, right, work) {
        case .less, .equal: true
        case .greater, nil: false
        }
    }

    /// `left > right`
    package static func isGreater(
        _ left: RuleValue, _ right: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        if case (.int(let a), .int(let b)) = (left, right) { return a > b }
        return try compare(.greater, left, right, work) == .greater
    }

    /// `left >= right`
    package static func isGreaterOrEqual(
        _ left: RuleValue, _ right: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        if case (.int(let a), .int(let b)) = (left, right) { return a >= b }
        return switch try compare(.greaterOrEqual, left, right, work) {
        case .greater, .equal: true
        case .less, nil: false
        }
    }

    /// The order of two values; nil if one of them is NaN.
    ///
    /// With a constraint, it is the order that makes the operator true. If the constraint does not imply that, the result is
    /// unknown.
    private static func compare(
        _ operation: BinaryOperator, _ left: RuleValue, _ right: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> ComparisonOrder? {
        if case (.string(let a), .string(let b)) = (left, right) {
            try work.charge(bytes: min(a.utf8.count, b.utf8.count))
        }
        if let order = naturalOrder(left, right) { return order.order }
        switch (left, right) {
        case (.constraint(let constraint), _):
            try constraint.prove(operation, right, work)
            return operation.provenOrder
        case (_, .constraint(let constraint)):
            try constraint.prove(operation.mirrored, left, work)
            return operation.provenOrder
        default: throw .error(.operands(operation, left.type, right.type))
        }
    }

    /// The result of comparing two values.
    struct NaturalOrder {
        /// Nil if one of them is NaN.
        var order: ComparisonOrder?
    }

    /// Compares two values of a kind that has an order; nil for all others.
    ///
    /// An int and a float compare as floats, even if the float cannot hold the int exactly.
    static func naturalOrder(_ left: RuleValue, _ right: RuleValue) -> NaturalOrder? {
        switch (left, right) {
        case (.int(let a), .int(let b)): NaturalOrder(order: ComparisonOrder(a, b))
        case (.float(let a), .float(let b)): NaturalOrder(order: order(a, b))
        case (.int(let a), .float(let b)): NaturalOrder(order: order(Double(a), b))
        case (.float(let a), .int(let b)): NaturalOrder(order: order(a, Double(b)))
        case (.string(let a), .string(let b)): NaturalOrder(order: a.compareUTF16(to: b))
        case (.bytes(let a), .bytes(let b)): NaturalOrder(order: ComparisonOrder(bytes: a, b))
        case (.timestamp(let a), .timestamp(let b)): NaturalOrder(order: ComparisonOrder(a, b))
        case (.duration(let a), .duration(let b)): NaturalOrder(order: ComparisonOrder(a, b))
        default: nil
        }
    }

    private static func order(_ left: Double, _ right: Double) -> ComparisonOrder? {
        left.isNaN || right.isNaN ? nil : ComparisonOrder(left, right)
    }
}

extension BinaryOperator {
    /// The equivalent comparison with swapped sides.
    var mirrored: BinaryOperator {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .or, .and, .in, .equal, .notEqual, .add, .subtract, .multiply, .divide, .remainder: self
        }
    }

    fileprivate var provenOrder: ComparisonOrder {
        switch self {
        case .less: .less
        case .greater: .greater
        default: .equal
        }
    }
}
