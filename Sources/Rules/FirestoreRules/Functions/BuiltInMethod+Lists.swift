import FirestoreModel

extension BuiltInMethod {
    func call(
        on list: RuleList, _ arguments: CallArguments, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .size: return arguments.isEmpty ? .int(Int64(list.count)) : nil
        case .toSet:
            guard arguments.isEmpty else { return nil }
            try work.make(elements: list.count, of: .set)
            return .set(try RuleSet(list, work))
        case .join:
            guard let separator = arguments.onlyString else { return nil }
            return .string(try list.joined(separator, work))
        default:
            guard let others = arguments.onlyList else { return nil }
            return try call(on: list, others, work)
        }
    }

    private func call(
        on list: RuleList, _ others: RuleList, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .concat:
            try work.make(elements: list.count + others.count, of: .list)
            return .list(RuleList(Array(list) + Array(others)))
        case .removeAll:
            try work.make(elements: list.count, of: .list)
            let removed = try ElementLookup(others, work)
            var kept: [RuleValue] = []
            for element in list where try !removed.contains(element, .ofLists, work) { kept.append(element) }
            return .list(RuleList(kept))
        case .hasAll: return .bool(try list.containsAll(others, work))
        case .hasAny: return .bool(try list.containsAny(others, work))
        case .hasOnly: return .bool(try others.containsAll(list, work))
        default: return nil
        }
    }
}

extension RuleList {
    fileprivate func containsAll(_ others: RuleList, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        if others.count < 4 {
            for element in others {
                guard try containsElement(element, work) else { return false }
            }
            return true
        }
        let lookup = try ElementLookup(self, work)
        for element in others {
            guard try lookup.contains(element, .ofLists, work) else { return false }
        }
        return true
    }

    fileprivate func containsAny(_ others: RuleList, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        if others.count < 4 {
            for element in others where try containsElement(element, work) { return true }
            return false
        }
        let lookup = try ElementLookup(self, work)
        for element in others where try lookup.contains(element, .ofLists, work) { return true }
        return false
    }

    /// The texts of all elements, as `string()` makes them.
    fileprivate func joined(_ separator: String, _ work: WorkMeter) throws(EvaluationFailure) -> String {
        var text = ""
        for (place, element) in enumerated() {
            if place > 0 { text += separator }
            let piece = try element.converted()
            try work.make(bytes: piece.utf8.count + separator.utf8.count, of: .string)
            text += piece
            if text.utf8.count > WorkMeter.mostBytesOfValue {
                throw .error(.resultTooLarge(.string, limit: WorkMeter.mostBytesOfValue))
            }
        }
        return text
    }
}
