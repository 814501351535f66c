import FirestoreModel

/// Finds values among others: by looking through a few, by their hashes among many.
///
/// Of many values with one hash only so many are compared, so that no choice of values makes a search slow.
struct ElementLookup: Sendable {
    /// How elements compare.
    enum Equality: Sendable {
        /// As in sets: by value.
        case ofSets
        /// As in lists: numbers of two kinds are never the same.
        case ofLists

        func isSame(_ left: RuleValue, _ right: RuleValue) throws(EvaluationFailure) -> Bool {
            switch self {
            case .ofLists: return try Operators.isSameElement(left, right)
            case .ofSets:
                if case .string(let a) = left, case .string(let b) = right { return a.hasSameUTF8(as: b) }
                var comparison = ContentComparison(numbers: .byValue)
                return try comparison.isSame(left, right)
            }
        }
    }

    private(set) var all: RuleList
    /// The places of elements by their hashes, once there are many.
    private var places: [Int: [Int]]?

    static let largestWithoutHashes = 8
    private static let mostWithOneHash = 128

    init(_ elements: RuleList) {
        all = elements
        if elements.count > ElementLookup.largestWithoutHashes { buildPlaces() }
    }

    mutating func append(_ element: RuleValue) {
        all.append(element)
        if places != nil {
            places?[ElementLookup.hash(element), default: []].append(all.count - 1)
        } else if all.count > ElementLookup.largestWithoutHashes {
            buildPlaces()
        }
    }

    func contains(_ element: RuleValue, _ equality: Equality) throws(EvaluationFailure) -> Bool {
        guard let places else {
            if case .string(let text) = element, let stored = all.storedElements {
                return stored.containsString(text)
            }
            for place in 0..<all.count where try equality.isSame(all[place], element) { return true }
            return false
        }
        guard let candidates = places[ElementLookup.hash(element)] else { return false }
        for place in candidates.prefix(ElementLookup.mostWithOneHash) {
            if try equality.isSame(all[place], element) { return true }
        }
        if candidates.count > ElementLookup.mostWithOneHash { throw .error(.comparisonTooLarge) }
        return false
    }

    private mutating func buildPlaces() {
        var places: [Int: [Int]] = [:]
        places.reserveCapacity(all.count)
        for (place, element) in all.enumerated() {
            places[ElementLookup.hash(element), default: []].append(place)
        }
        self.places = places
    }

    /// Values that are the same by value have one hash; so have those that are the same as elements of lists.
    private static func hash(_ element: RuleValue) -> Int {
        var hasher = Hasher()
        element.hashByValue(into: &hasher, depth: 2)
        return hasher.finalize()
    }
}
