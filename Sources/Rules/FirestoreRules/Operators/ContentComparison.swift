import FirestoreModel

/// Compares the contents of lists, maps, sets and differences.
///
/// Lists that share parts can take longer to compare than to make, so comparisons count as work.
struct ContentComparison {
    /// How numbers compare.
    enum Numbers {
        /// As in lists and maps: 1 is not 1.0, 0.0 is not -0.0, and NaN is not NaN.
        case exact
        /// As in sets and in differences of maps: by value, and NaN is NaN. A vector is a list of its numbers.
        case byValue
    }

    let numbers: Numbers
    /// In reports, NaN is NaN, and unknown parts of `request` are the same. Elsewhere they cannot be compared.
    private let isForReports: Bool
    private let work: WorkMeter

    init(numbers: Numbers, isForReports: Bool = false, _ work: WorkMeter) {
        self.numbers = numbers
        self.work = work
        self.isForReports = isForReports
    }

    func isSame(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> Bool {
        try work.chargeValue()
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let a), .bool(let b)): return a == b
        case (.int(let a), .int(let b)): return a == b
        case (.string(let a), .string(let b)): return try a.hasSameUTF8(as: b, work)
        case (.bytes(let a), .bytes(let b)):
            if a.count == b.count { try work.charge(bytes: a.count) }
            return a == b
        case (.timestamp(let a), .timestamp(let b)): return a == b
        case (.duration(let a), .duration(let b)): return a == b
        case (.latlng(let a), .latlng(let b)):
            return a.latitude.bitPattern == b.latitude.bitPattern
                && a.longitude.bitPattern == b.longitude.bitPattern
        case (.float(let a), .float(let b)): return isSame(a, b)
        case (.vector(let a), .vector(let b)):
            if a.count == b.count { try work.charge(a.count) }
            return a.count == b.count && zip(a, b).allSatisfy { isSameInVector($0, $1) }
        case (.path(let a), .path(let b)):
            return numbers == .exact ? a.segments == b.segments : a.hasSameText(as: b)
        case (.list(let a), .list(let b)): return try isSame(a, b)
        case (.map(let a), .map(let b)): return try isSame(a, b)
        case (.set(let a), .set(let b)): return try a.isEqual(to: b, work)
        case (.mapDiff(let a), .mapDiff(let b)): return try a.hasSameChanges(as: b, work)
        default: return try isSameAcrossKinds(left, right)
        }
    }

    /// Whether two stored values are the same by value. Most are of kinds that are quick to compare.
    static func isSameByValue(
        _ left: Value, _ right: Value, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        try work.chargeValue()
        // A pattern for both at once would count references to both.
        if case .string(let a) = left, case .string(let b) = right { return try a.hasSameUTF8(as: b, work) }
        if case .array(let a) = left, case .array(let b) = right { return try isSameByValue(a, b, work) }
        switch (left, right) {
        case (.integer(let a), .integer(let b)): return a == b
        case (.boolean(let a), .boolean(let b)): return a == b
        case (.timestamp(let a), .timestamp(let b)): return a == b
        default:
            let comparison = ContentComparison(numbers: .byValue, work)
            return try comparison.isSame(RuleValue(left), RuleValue(right))
        }
    }

    private static func isSameByValue(
        _ left: [Value], _ right: [Value], _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        guard left.count == right.count else { return false }
        for place in left.indices {
            guard try isSameByValue(left[place], right[place], work) else { return false }
        }
        return true
    }

    private func isSameAcrossKinds(
        _ left: RuleValue, _ right: RuleValue
    ) throws(EvaluationFailure) -> Bool {
        switch (numbers, left, right) {
        case (.exact, .constraint(let a), .constraint(let b)): return try isSame(a, b)
        case (.byValue, .constraint, _), (.byValue, _, .constraint):
            throw .error(.noEqualityOfConstraints)
        case (.byValue, .int(let a), .float(let b)), (.byValue, .float(let b), .int(let a)):
            return Int64(exactly: b) == a
        case (.byValue, .vector(let a), .list(let b)), (.byValue, .list(let b), .vector(let a)):
            return try isSame(RuleList(a.map { .float($0) }), b)
        default: return false
        }
    }

    private func isSame(_ left: Double, _ right: Double) -> Bool {
        switch numbers {
        case .exact: (left == right && left.sign == right.sign) || (isForReports && left.isNaN && right.isNaN)
        case .byValue: left == right || (left.isNaN && right.isNaN)
        }
    }

    /// Unlike elsewhere, NaN is NaN in vectors.
    private func isSameInVector(_ left: Double, _ right: Double) -> Bool {
        isSame(left, right) || (left.isNaN && right.isNaN)
    }

    private func isSame(_ left: RuleList, _ right: RuleList) throws(EvaluationFailure) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices {
            guard try isSame(left[index], right[index]) else { return false }
        }
        return true
    }

    private func isSame(_ left: RuleMap, _ right: RuleMap) throws(EvaluationFailure) -> Bool {
        guard left.count == right.count else { return false }
        for name in left.names {
            if isForReports, left.isUnknown(name), right.isUnknown(name) { continue }
            guard let mine = try left.value(name), let theirs = try right.value(name) else { return false }
            guard try isSame(mine, theirs) else { return false }
        }
        return true
    }

    private func isSame(
        _ left: FieldConstraint, _ right: FieldConstraint
    ) throws(EvaluationFailure) -> Bool {
        guard left.simple.count == right.simple.count else { return false }
        for (mine, theirs) in zip(left.simple, right.simple) {
            guard mine.comparator == theirs.comparator, try isSame(mine.value, theirs.value) else {
                return false
            }
        }
        return true
    }
}

extension RuleMap {
    fileprivate func isUnknown(_ name: FieldName) -> Bool {
        do {
            _ = try value(name)
            return false
        } catch {
            return true
        }
    }
}
