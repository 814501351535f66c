extension BuiltInMethod {
    func call(
        on set: RuleSet, _ arguments: CallArguments, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .size: return arguments.isEmpty ? .int(Int64(set.count)) : nil
        case .hasAll, .hasAny, .hasOnly:
            if let others = arguments.onlyList { return .bool(try test(set, others, work)) }
            if let others = arguments.onlySet { return .bool(try test(set, others.elements, work)) }
            return nil
        default:
            guard let others = arguments.onlySet else { return nil }
            return try call(on: set, others, work)
        }
    }

    private func call(
        on set: RuleSet, _ others: RuleSet, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .union:
            try work.make(elements: set.count + others.count, of: .set)
            var union = set
            for element in others.elements { try union.insert(element, work) }
            return .set(union)
        case .intersection:
            try work.make(elements: set.count, of: .set)
            var common: [RuleValue] = []
            for element in set.elements where try others.contains(element, work) { common.append(element) }
            return .set(try RuleSet(distinct: RuleList(common), work))
        case .difference:
            try work.make(elements: set.count, of: .set)
            var rest: [RuleValue] = []
            rest.reserveCapacity(min(set.count, 8))
            // By places: an iterator would count references to the list.
            for place in 0..<set.count {
                let element = set[place]
                if try !others.contains(element, work) { rest.append(element) }
            }
            return .set(try RuleSet(distinct: RuleList(rest), work))
        default: return nil
        }
    }

    private func test(
        _ set: RuleSet, _ others: RuleList, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        switch self {
        case .hasAll: return try set.containsAll(others, work)
        case .hasAny:
            for element in others where try set.contains(element, work) { return true }
            return false
        // hasOnly
        default:
            if others.count <= ElementLookup.largestWithoutHashes {
                for place in 0..<set.count {
                    guard try BuiltInMethod.contains(others, set[place], work) else { return false }
                }
                return true
            }
            let lookup = try ElementLookup(others, work)
            for element in set.elements {
                guard try lookup.contains(element, .ofSets, work) else { return false }
            }
            return true
        }
    }

    /// Whether one of a few values is the same as an element of a set.
    private static func contains(
        _ values: RuleList, _ element: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        for place in 0..<values.count
        where try ElementLookup.Equality.ofSets.isSame(values[place], element, work) {
            return true
        }
        return false
    }
}
