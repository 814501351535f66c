extension BuiltInMethod {
    func call(on set: RuleSet, _ arguments: CallArguments) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .size: return arguments.isEmpty ? .int(Int64(set.count)) : nil
        case .hasAll, .hasAny, .hasOnly:
            if let others = arguments.onlyList { return .bool(try test(set, others)) }
            if let others = arguments.onlySet { return .bool(try test(set, others.elements)) }
            return nil
        default:
            guard let others = arguments.onlySet else { return nil }
            return try call(on: set, others)
        }
    }

    private func call(on set: RuleSet, _ others: RuleSet) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .union:
            try ResultLimits.check(elements: set.count + others.count, of: .set)
            var union = set
            for element in others.elements { try union.insert(element) }
            return .set(union)
        case .intersection:
            var common: [RuleValue] = []
            for element in set.elements where try others.contains(element) { common.append(element) }
            return .set(RuleSet(distinct: RuleList(common)))
        case .difference:
            var rest: [RuleValue] = []
            rest.reserveCapacity(min(set.count, 8))
            // By places: an iterator would count references to the list.
            for place in 0..<set.count {
                let element = set[place]
                if try !others.contains(element) { rest.append(element) }
            }
            return .set(RuleSet(distinct: RuleList(rest)))
        default: return nil
        }
    }

    private func test(
        _ set: RuleSet, _ others: RuleList
    ) throws(EvaluationFailure) -> Bool {
        switch self {
        case .hasAll: return try set.containsAll(others)
        case .hasAny:
            for element in others where try set.contains(element) { return true }
            return false
        // hasOnly
        default:
            if others.count <= ElementLookup.largestWithoutHashes {
                for place in 0..<set.count {
                    guard try BuiltInMethod.contains(others, set[place]) else { return false }
                }
                return true
            }
            let lookup = ElementLookup(others)
            for element in set.elements {
                guard try lookup.contains(element, .ofSets) else { return false }
            }
            return true
        }
    }

    /// Whether one of a few values is the same as an element of a set.
    private static func contains(
        _ values: RuleList, _ element: RuleValue
    ) throws(EvaluationFailure) -> Bool {
        for place in 0..<values.count
        where try ElementLookup.Equality.ofSets.isSame(values[place], element) {
            return true
        }
        return false
    }
}
