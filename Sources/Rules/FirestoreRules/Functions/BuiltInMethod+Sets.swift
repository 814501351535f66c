extension BuiltInMethod {
    /// Methods of sets.
    static let sets: [BuiltInMethod] = [
        BuiltInMethod(
            "union", "The elements that are in either set.", on: [.set: [[.set]]], gives: [.set]
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .set(var union) = receiver, let others = arguments.onlySet else { return nil }
            try work.make(elements: union.count + others.count, of: .set)
            for element in others.elements { try union.insert(element, work) }
            return .set(union)
        },
        BuiltInMethod(
            "intersection", "The elements that are in both sets.", on: [.set: [[.set]]], gives: [.set]
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .set(let set) = receiver, let others = arguments.onlySet else { return nil }
            try work.make(elements: set.count, of: .set)
            var common: [RuleValue] = []
            for element in set.elements where try others.contains(element, work) { common.append(element) }
            return .set(try RuleSet(distinct: RuleList(common), work))
        },
        BuiltInMethod(
            "difference", "The elements that are not in the other set.", on: [.set: [[.set]]], gives: [.set]
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .set(let set) = receiver, let others = arguments.onlySet else { return nil }
            try work.make(elements: set.count, of: .set)
            var rest: [RuleValue] = []
            rest.reserveCapacity(min(set.count, 8))
            // An iterator would retain the list, so go by index.
            for place in 0..<set.count {
                let element = set[place]
                if try !others.contains(element, work) { rest.append(element) }
            }
            return .set(try RuleSet(distinct: RuleList(rest), work))
        },
    ]
}

extension RuleSet {
    func containsAny(_ others: RuleList, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        for element in others where try contains(element, work) { return true }
        return false
    }

    func containsOnly(_ others: RuleList, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        if others.count <= ElementLookup.largestWithoutHashes {
            for place in 0..<count {
                guard try RuleSet.contains(others, self[place], work) else { return false }
            }
            return true
        }
        let lookup = try ElementLookup(others, work)
        for element in elements {
            guard try lookup.contains(element, .ofSets, work) else { return false }
        }
        return true
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
