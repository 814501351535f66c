import FirestoreModel

extension BuiltInMethod {
    /// Methods of lists, and those of several kinds of collections.
    static let collections: [BuiltInMethod] = [
        BuiltInMethod(
            "size", "The number of elements or entries, or of a string's UTF-16 units.",
            on: [.string: [[]], .bytes: [[]], .list: [[]], .set: [[]], .map: [[]]], gives: [.int]
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard arguments.isEmpty else { return nil }
            switch receiver {
            case .list(let list): return .int(Int64(list.count))
            case .set(let set): return .int(Int64(set.count))
            case .map(let map): return .int(Int64(map.count))
            case .bytes(let bytes): return .int(Int64(bytes.count))
            case .string(let text):
                try work.charge(bytes: text.utf8.count)
                return .int(Int64(text.utf16.count))
            default: return nil
            }
        },
        BuiltInMethod(
            "hasAll", "Whether it contains all of the given elements.",
            on: [.list: [[.list]], .set: [[.set], [.list]]], gives: .bool
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard let others = arguments.elements(for: receiver) else { return nil }
            switch receiver {
            case .list(let list): return .bool(try list.containsAll(others, work))
            case .set(let set): return .bool(try set.containsAll(others, work))
            default: return nil
            }
        },
        // Messages call a field that a query constrains a list.
        BuiltInMethod(
            "hasAny", "Whether it contains at least one of the given elements.",
            on: [.list: [[.list]], .set: [[.set], [.list]], .constraint: [[.list]]], gives: .bool
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard let others = arguments.elements(for: receiver) else { return nil }
            switch receiver {
            case .list(let list): return .bool(try list.containsAny(others, work))
            case .set(let set): return .bool(try set.containsAny(others, work))
            case .constraint(let field): return .bool(try field.containsAny(of: others, work))
            default: return nil
            }
        },
        BuiltInMethod(
            "hasOnly", "Whether it contains only given elements.",
            on: [.list: [[.list]], .set: [[.set], [.list]]], gives: .bool
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard let others = arguments.elements(for: receiver) else { return nil }
            switch receiver {
            case .list(let list): return .bool(try others.containsAll(list, work))
            case .set(let set): return .bool(try set.containsOnly(others, work))
            default: return nil
            }
        },
        BuiltInMethod(
            "toSet", "Its elements as a set.", on: [.list: [[]]], gives: [.set]
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .list(let list) = receiver, arguments.isEmpty else { return nil }
            try work.make(elements: list.count, of: .set)
            return .set(try RuleSet(list, work))
        },
        BuiltInMethod(
            "join", "The texts of its elements, joined with a separator.", on: [.list: [[.string]]],
            gives: .string
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .list(let list) = receiver, let separator = arguments.onlyString else { return nil }
            return .string(try list.joined(separator, work))
        },
        BuiltInMethod(
            "concat", "Its elements, then those of another list.", on: [.list: [[.list]]], gives: .list
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .list(let list) = receiver, let others = arguments.onlyList else { return nil }
            try work.make(elements: list.count + others.count, of: .list)
            return .list(RuleList(Array(list) + Array(others)))
        },
        BuiltInMethod(
            "removeAll", "Its elements without those of another list.", on: [.list: [[.list]]], gives: .list
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .list(let list) = receiver, let others = arguments.onlyList else { return nil }
            try work.make(elements: list.count, of: .list)
            let removed = try ElementLookup(others, work)
            var kept: [RuleValue] = []
            for element in list where try !removed.contains(element, .ofLists, work) { kept.append(element) }
            return .list(RuleList(kept))
        },
    ]
}

extension CallArguments {
    /// The elements of the only argument: a list, or for sets also a set.
    fileprivate func elements(for receiver: RuleValue) -> RuleList? {
        if let list = onlyList { return list }
        guard case .set = receiver else { return nil }
        return onlySet?.elements
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

    /// The texts of all elements, as from `string()`.
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
