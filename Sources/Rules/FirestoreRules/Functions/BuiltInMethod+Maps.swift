import FirestoreModel

extension BuiltInMethod {
    func call(
        on map: RuleMap, _ arguments: CallArguments, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .get:
            guard arguments.count == 2 else { return nil }
            switch arguments[0] {
            case .string(let name): return try map.value(FieldName(name)) ?? arguments[1]
            case .list(let names): return try map.value(at: names, default: arguments[1], work)
            default: return nil
            }
        case .diff:
            guard let old = arguments.onlyMap else { return nil }
            return .mapDiff(MapDiff(new: map, old: old))
        case .size: return arguments.isEmpty ? .int(Int64(map.count)) : nil
        case .keys:
            guard arguments.isEmpty else { return nil }
            try work.make(elements: map.count, of: .list)
            return .list(RuleList(map.sortedNames.map { .string($0) }))
        case .values:
            guard arguments.isEmpty else { return nil }
            try work.make(elements: map.count, of: .list)
            var values: [RuleValue] = []
            for name in map.names {
                if let value = try map.value(name) { values.append(value) }
            }
            return .list(RuleList(values))
        default: return nil
        }
    }

    func call(on diff: MapDiff, _ work: WorkMeter) throws(EvaluationFailure) -> RuleValue? {
        guard let wanted = MapDiff.Changes(self) else { return nil }
        return .set(try diff.keys(wanted, work))
    }
}

extension MapDiff.Changes {
    /// Those of the keys that a method gives; nil for the other methods.
    init?(_ method: BuiltInMethod) {
        switch method {
        case .addedKeys: self = .added
        case .removedKeys: self = .removed
        case .changedKeys: self = .changed
        case .unchangedKeys: self = .unchanged
        case .affectedKeys: self = .affected
        default: return nil
        }
    }
}

extension RuleMap {
    /// The value at the end of a way through nested maps, or the default where the way ends early.
    fileprivate func value(
        at names: RuleList, default: RuleValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue {
        try work.charge(names.count)
        var way: [FieldName] = []
        for name in names {
            guard case .string(let text) = name else {
                throw .error(.type(received: name.type, expected: [.string]))
            }
            way.append(FieldName(text))
        }
        var value = RuleValue.map(self)
        for name in way {
            guard case .map(let map) = value, let next = try map.value(name) else { return `default` }
            value = next
        }
        return value
    }

    fileprivate var sortedNames: [String] {
        names.sorted().map(\.string)
    }
}
