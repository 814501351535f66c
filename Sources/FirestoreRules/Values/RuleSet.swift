/// A set: each value once, compared by numeric value, in the order of its first occurrence.
package struct RuleSet: Sendable {
    private var lookup: ElementLookup

    /// Creates a set of what a collection holds.
    package init(_ elements: some Collection<RuleValue>) throws(EvaluationFailure) {
        lookup = ElementLookup(capacity: elements.count)
        for element in elements { try insert(element) }
    }

    /// Creates a set of values of which no two are equal.
    init(distinct elements: [RuleValue]) {
        lookup = ElementLookup(elements)
    }

    package var elements: [RuleValue] { lookup.all }
    package var count: Int { lookup.all.count }

    /// Adds a value unless an equal one is there.
    package mutating func insert(_ element: RuleValue) throws(EvaluationFailure) {
        guard try !contains(element) else { return }
        lookup.append(element)
    }

    package func contains(_ element: RuleValue) throws(EvaluationFailure) -> Bool {
        if case .constraint = element { throw .error(.noEqualityOfConstraints) }
        return try lookup.contains(element, .ofSets)
    }

    /// Whether this set holds every one of some values.
    package func containsAll(_ others: some Collection<RuleValue>) throws(EvaluationFailure) -> Bool {
        for element in others {
            guard try contains(element) else { return false }
        }
        return true
    }

    package func isEqual(to other: RuleSet) throws(EvaluationFailure) -> Bool {
        guard count == other.count else { return false }
        return try other.containsAll(elements)
    }
}
