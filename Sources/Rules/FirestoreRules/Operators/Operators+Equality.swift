import FirestoreModel

extension Operators {
    /// `left == right`: false for values of different types, but `1 == 1.0`. Inside lists and maps those two differ.
    package static func isEqual(
        _ left: RuleValue, _ right: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let a), .bool(let b)): return a == b
        case (.int(let a), .int(let b)): return a == b
        case (.string(let a), .string(let b)): return try a.hasSameUTF8(as: b, work)
        case (.float(let a), .float(let b)): return a == b
        case (.int(let a), .float(let b)), (.float(let b), .int(let a)): return Double(a) == b
        case (.timestamp(let a), .timestamp(let b)): return a == b
        case (.vector(let a), .vector(let b)): return a == b && a.map(\.sign) == b.map(\.sign)
        // A difference never equals another one, nor does a template before it is bound.
        case (.mapDiff, .mapDiff): return false
        case (.path(let a), .path(let b)):
            return !a.isTemplate && !b.isTemplate && a.hasSameText(as: b)
        case (.constraint(let constraint), let value), (let value, .constraint(let constraint)):
            try constraint.prove(.equal, value, work)
            return true
        default:
            let comparison = ContentComparison(numbers: .exact, work)
            return try comparison.isSame(left, right)
        }
    }

    /// `left != right`
    package static func isNotEqual(
        _ left: RuleValue, _ right: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        switch (left, right) {
        case (.constraint(let constraint), let value), (let value, .constraint(let constraint)):
            try constraint.prove(.notEqual, value, work)
            return true
        default: return try !isEqual(left, right, work)
        }
    }

    /// Equality of an element of a list: that of `==` between values of one type. A constraint of a query equals nothing.
    static func isSameElement(
        _ left: RuleValue, _ right: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        switch (left, right) {
        case (.int, .float), (.float, .int), (.constraint, _), (_, .constraint): false
        default: try isEqual(left, right, work)
        }
    }

    /// `element in collection`
    package static func contains(
        _ collection: RuleValue, _ element: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        switch collection {
        case .list(let list): return try list.containsElement(element, work)
        case .set(let set): return try set.contains(element, work)
        case .map(let map):
            guard case .string(let name) = element else {
                throw .error(
                    .unsupported(received: "map.in(\(element.type.rawValue))", expected: "map.in(string)"))
            }
            return map.contains(FieldName(name))
        case .constraint(let constraint):
            try constraint.prove(.in, element, work)
            return true
        case .null: throw .error(.nullValue)
        default: throw .error(.functionNotFound("in"))
        }
    }
}

extension RuleList {
    /// Whether an element equals a value.
    func containsElement(
        _ element: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        if case .string(let text) = element, let stored = storedElements {
            return try stored.containsString(text, work)
        }
        for candidate in self where try Operators.isSameElement(candidate, element, work) { return true }
        return false
    }
}

extension [Value] {
    /// Whether they contain a string, without converting them to values of rules.
    func containsString(_ text: String, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        try work.charge(count)
        for place in indices {
            if case .string(let candidate) = self[place], try candidate.hasSameUTF8(as: text, work) {
                return true
            }
        }
        return false
    }
}

extension String {
    /// Whether a text has the same bytes. Texts of different lengths cost nothing.
    @inline(__always)
    func hasSameUTF8(as other: String, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        if utf8.count == other.utf8.count { try work.charge(bytes: utf8.count) }
        return hasSameUTF8(as: other)
    }
}
