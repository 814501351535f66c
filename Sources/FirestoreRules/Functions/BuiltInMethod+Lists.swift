import FirestoreModel

extension BuiltInMethod {
    func call(on list: RuleList, _ arguments: CallArguments) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .size: return arguments.isEmpty ? .int(Int64(list.count)) : nil
        case .toSet: return arguments.isEmpty ? .set(try RuleSet(list)) : nil
        case .join:
            guard let separator = arguments.onlyString else { return nil }
            return .string(try list.joined(separator))
        default:
            guard let others = arguments.onlyList else { return nil }
            return try call(on: list, others)
        }
    }

    private func call(on list: RuleList, _ others: RuleList) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .concat:
            try ResultLimits.check(elements: list.count + others.count, of: .list)
            return .list(RuleList(Array(list) + Array(others)))
        case .removeAll:
            let removed = ElementLookup(others)
            var kept: [RuleValue] = []
            for element in list where try !removed.contains(element, .ofLists) { kept.append(element) }
            return .list(RuleList(kept))
        case .hasAll: return .bool(try list.containsAll(others))
        case .hasAny: return .bool(try list.containsAny(others))
        case .hasOnly: return .bool(try others.containsAll(list))
        default: return nil
        }
    }
}

extension RuleList {
    fileprivate func containsAll(_ others: RuleList) throws(EvaluationFailure) -> Bool {
        if others.count < 4 {
            for element in others {
                guard try containsElement(element) else { return false }
            }
            return true
        }
        let lookup = ElementLookup(self)
        for element in others {
            guard try lookup.contains(element, .ofLists) else { return false }
        }
        return true
    }

    fileprivate func containsAny(_ others: RuleList) throws(EvaluationFailure) -> Bool {
        if others.count < 4 {
            for element in others where try containsElement(element) { return true }
            return false
        }
        let lookup = ElementLookup(self)
        for element in others where try lookup.contains(element, .ofLists) { return true }
        return false
    }

    /// The texts of all elements, as `string()` makes them.
    fileprivate func joined(_ separator: String) throws(EvaluationFailure) -> String {
        var text = ""
        for (place, element) in enumerated() {
            if place > 0 { text += separator }
            text += try element.converted()
            try ResultLimits.check(bytes: text.utf8.count, of: .string)
        }
        return text
    }
}
