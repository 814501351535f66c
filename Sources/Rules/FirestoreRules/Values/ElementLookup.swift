import FirestoreModel

/// Finds values among others: by comparing a few, by hashes among many.
///
/// Searches count as work, so that no choice of values makes them slow.
struct ElementLookup: Sendable {
    /// How elements compare.
    enum Equality: Sendable {
        /// As in sets: by value.
        case ofSets
        /// As in lists: an int never equals a float.
        case ofLists

        func isSame(
            _ left: RuleValue, _ right: RuleValue, _ work: WorkMeter
        ) throws(EvaluationFailure) -> Bool {
            switch self {
            case .ofLists: return try Operators.isSameElement(left, right, work)
            case .ofSets:
                if case .string(let a) = left, case .string(let b) = right {
                    return try a.hasSameUTF8(as: b, work)
                }
                let comparison = ContentComparison(numbers: .byValue, work)
                return try comparison.isSame(left, right)
            }
        }
    }

    private(set) var all: RuleList
    /// The places of elements by their hashes, once there are many.
    private var places: [Int: [Int]]?

    static let largestWithoutHashes = 8

    init(_ elements: RuleList, _ work: WorkMeter) throws(EvaluationFailure) {
        all = elements
        if elements.count > ElementLookup.largestWithoutHashes { try buildPlaces(work) }
    }

    mutating func append(_ element: RuleValue, _ work: WorkMeter) throws(EvaluationFailure) {
        all.append(element)
        if places != nil {
            try work.chargeHash(of: element)
            places?[ElementLookup.hash(element), default: []].append(all.count - 1)
        } else if all.count > ElementLookup.largestWithoutHashes {
            try buildPlaces(work)
        }
    }

    func contains(
        _ element: RuleValue, _ equality: Equality, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        guard let places else {
            if case .string(let text) = element, let stored = all.storedElements {
                return try stored.containsString(text, work)
            }
            for place in 0..<all.count where try equality.isSame(all[place], element, work) {
                return true
            }
            return false
        }
        try work.chargeHash(of: element)
        guard let candidates = places[ElementLookup.hash(element)] else { return false }
        for place in candidates {
            if try equality.isSame(all[place], element, work) { return true }
        }
        return false
    }

    private mutating func buildPlaces(_ work: WorkMeter) throws(EvaluationFailure) {
        var places: [Int: [Int]] = [:]
        places.reserveCapacity(all.count)
        for (place, element) in all.enumerated() {
            try work.chargeHash(of: element)
            places[ElementLookup.hash(element), default: []].append(place)
        }
        self.places = places
    }

    /// Values that are the same by value have the same hash, and so do those that are the same as elements of lists.
    private static func hash(_ element: RuleValue) -> Int {
        var hasher = Hasher()
        element.hashByValue(into: &hasher, depth: 2)
        return hasher.finalize()
    }
}

extension WorkMeter {
    /// Charges for the hash of a value, which includes a part of nested values.
    fileprivate func chargeHash(of value: RuleValue) throws(EvaluationFailure) {
        try chargeValue()
        switch value {
        case .string(let text): try charge(bytes: text.utf8.count)
        case .bytes(let bytes): try charge(bytes: bytes.count)
        case .map(let map): try charge(min(map.count, 64))
        case .list, .set: try charge(64)
        default: break
        }
    }
}
