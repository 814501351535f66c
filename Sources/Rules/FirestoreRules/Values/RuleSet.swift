import FirestoreModel

/// A set: each value once, compared by numeric value, in the order of its first occurrence.
package struct RuleSet: Sendable {
    private var lookup: ElementLookup

    /// Creates a set of what a list holds.
    package init(_ list: RuleList, _ work: WorkMeter) throws(EvaluationFailure) {
        if list.count <= ElementLookup.largestWithoutHashes, try RuleSet.isDistinct(list, work) {
            lookup = try ElementLookup(list, work)
        } else {
            lookup = try ElementLookup([], work)
            for element in list { try insert(element, work) }
        }
    }

    /// Creates a set of values of which no two are equal.
    init(distinct elements: RuleList, _ work: WorkMeter) throws(EvaluationFailure) {
        lookup = try ElementLookup(elements, work)
    }

    /// Whether a few values are all different, so that their list is the set.
    private static func isDistinct(_ list: RuleList, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        if let stored = list.storedElements { return try isDistinct(stored, work) }
        for (index, element) in list.enumerated() {
            if case .constraint = element { throw .error(.noEqualityOfConstraints) }
            for place in 0..<index
            where try ElementLookup.Equality.ofSets.isSame(list[place], element, work) {
                return false
            }
        }
        return true
    }

    private static func isDistinct(_ values: [Value], _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        for index in values.indices {
            for place in 0..<index
            where try ContentComparison.isSameByValue(values[place], values[index], work) {
                return false
            }
        }
        return true
    }

    package var elements: RuleList { lookup.all }
    package var count: Int { lookup.all.count }

    /// The element at a place in the order of their first occurrences.
    subscript(place: Int) -> RuleValue { lookup.all[place] }

    /// Adds a value unless it contains an equal one.
    package mutating func insert(_ element: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) {
        guard try !contains(element, work) else { return }
        try lookup.append(element, work)
    }

    package func contains(_ element: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        if case .constraint = element { throw .error(.noEqualityOfConstraints) }
        return try lookup.contains(element, .ofSets, work)
    }

    /// Whether this set contains all of some values.
    package func containsAll(
        _ others: some Collection<RuleValue>, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        for element in others {
            guard try contains(element, work) else { return false }
        }
        return true
    }

    package func isEqual(to other: RuleSet, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        guard count == other.count else { return false }
        return try other.containsAll(elements, work)
    }
}
