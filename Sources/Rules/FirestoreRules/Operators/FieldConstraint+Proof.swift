import FirestoreModel

/// What the filters of a query prove about a comparison in a rule.
///
/// An unproven comparison is unknown, never false. Source: Google's emulator, tested with every comparison of every kind of
/// filter with numbers, texts, null, NaN, booleans and lists.
extension FieldConstraint {
    private static let comparable: [RuleType] = [.timestamp, .duration, .float, .int, .string, .bytes]
    private static let equatable: [RuleType] = [
        .bool, .duration, .float, .int, .latlng, .map, .null, .string, .bytes, .timestamp, .path, .list,
        .vector, .set,
    ]

    /// Proves `field operation value`, or `value in field`.
    ///
    /// - Throws: `unknown` if a result might not satisfy it, an error if the operation does not take such a value.
    func prove(
        _ operation: BinaryOperator, _ value: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) {
        switch (operation, value.type) {
        case (.equal, .constraint), (.notEqual, .constraint):
            throw .error(.type(received: .constraint, expected: FieldConstraint.equatable))
        case (.equal, _), (.notEqual, _): break
        case (.in, .constraint):
            throw .error(.type(received: .constraint, expected: FieldConstraint.comparable))
        case (.in, _): break
        case (_, let type) where !FieldConstraint.comparable.contains(type):
            throw .error(.type(received: type, expected: FieldConstraint.comparable))
        default: break
        }
        for condition in simple where try condition.implies(operation, value, work) { return }
        throw .unknown
    }

    /// Whether the list is known to hold one of some values.
    func containsAny(of elements: RuleList, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        for condition in simple where condition.comparator == .listContains {
            for element in elements where try condition.hasSameValue(as: element, work) { return true }
        }
        return false
    }
}

extension FieldConstraint.Simple {
    /// Whether every value that satisfies this also satisfies `operation value`.
    fileprivate func implies(
        _ operation: BinaryOperator, _ value: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        switch operation {
        case .in: comparator == .listContains ? try hasSameValue(as: value, work) : false
        case .equal: comparator == .equal ? try hasSameValue(as: value, work) : false
        case .notEqual: try excludes(value, work)
        default: impliesOrder(operation, value)
        }
    }

    private func impliesOrder(_ operation: BinaryOperator, _ value: RuleValue) -> Bool {
        guard let order = order(to: value) else { return false }
        return switch (operation, comparator) {
        case (.less, .less), (.lessOrEqual, .less), (.lessOrEqual, .lessOrEqual), (.lessOrEqual, .equal):
            order != .greater
        case (.less, .lessOrEqual), (.less, .equal): order == .less
        case (.greater, .greater), (.greaterOrEqual, .greater), (.greaterOrEqual, .greaterOrEqual),
            (.greaterOrEqual, .equal):
            order != .less
        case (.greater, .greaterOrEqual), (.greater, .equal): order == .greater
        default: false
        }
    }

    /// Whether no value that satisfies this equals another one. Any filter excludes null, and one with a number also NaN.
    private func excludes(_ other: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        switch other {
        case .null: return true
        case .float(let number) where number.isNaN: return value.number != nil
        default: break
        }
        switch comparator {
        case .notEqual: return try hasSameValue(as: other, work)
        case .equal: return isSameKind(as: other) ? try !hasSameValue(as: other, work) : false
        case .less: return order(to: other).map { $0 != .greater } ?? false
        case .lessOrEqual: return order(to: other) == .less
        case .greater: return order(to: other).map { $0 != .less } ?? false
        case .greaterOrEqual: return order(to: other) == .greater
        case .listContains: return false
        }
    }

    fileprivate func hasSameValue(as other: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        try work.chargeValue()
        return isSameKind(as: other) ? try Operators.isEqual(value, other, work) : false
    }

    /// The order of this value and another one; nil if they have none.
    private func order(to other: RuleValue) -> ComparisonOrder? {
        isSameKind(as: other) ? Operators.naturalOrder(value, other)?.order : nil
    }

    /// A float in a filter proves nothing about an int in a rule, but the reverse holds.
    private func isSameKind(as other: RuleValue) -> Bool {
        switch (value.type, other.type) {
        case (.int, .float): true
        case (.constraint, _): false
        case (let mine, let theirs): mine == theirs
        }
    }
}
