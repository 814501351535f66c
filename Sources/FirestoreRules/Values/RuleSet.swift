/// A set: each value once, compared by numeric value, in the order of its first occurrence.
package struct RuleSet: Sendable {
    package private(set) var elements: [RuleValue]
    /// What finds elements in a set that is too large to look through.
    private var index: Set<ElementKey>?

    /// The most elements that are looked through one by one.
    private static let largestWithoutIndex = 8

    /// Creates a set of what a sequence holds.
    package init(_ elements: some Collection<RuleValue>) throws(EvaluationFailure) {
        self.elements = []
        self.elements.reserveCapacity(elements.count)
        for element in elements { try insert(element) }
    }

    /// Creates a set of texts of which no two are the same.
    package init(unique texts: [String]) {
        elements = texts.map { .string($0) }
        if elements.count > RuleSet.largestWithoutIndex { index = Set(elements.map { ElementKey($0) }) }
    }

    package var count: Int { elements.count }

    /// Adds a value unless an equal one is there.
    package mutating func insert(_ element: RuleValue) throws(EvaluationFailure) {
        guard try !contains(element) else { return }
        elements.append(element)
        if index != nil {
            index?.insert(ElementKey(element))
        } else if elements.count > RuleSet.largestWithoutIndex {
            index = Set(elements.map { ElementKey($0) })
        }
    }

    package func contains(_ element: RuleValue) throws(EvaluationFailure) -> Bool {
        if case .constraint = element { throw .error(.noEqualityOfConstraints) }
        if let index { return index.contains(ElementKey(element)) }
        var comparison = ContentComparison(numbers: .byValue)
        for candidate in elements where try comparison.isSame(candidate, element) { return true }
        return false
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

/// An element of a large set: hashed so that what is equal by value has one hash.
private struct ElementKey: Hashable, Sendable {
    let value: RuleValue

    init(_ value: RuleValue) {
        self.value = value
    }

    static func == (left: ElementKey, right: ElementKey) -> Bool {
        var comparison = ContentComparison(numbers: .byValue)
        // What cannot be compared is not the same.
        return (try? comparison.isSame(left.value, right.value)) ?? false
    }

    func hash(into hasher: inout Hasher) {
        value.hashByValue(into: &hasher, depth: 2)
    }
}
