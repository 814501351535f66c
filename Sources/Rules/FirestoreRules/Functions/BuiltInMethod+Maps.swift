import FirestoreModel

extension BuiltInMethod {
    /// Methods of maps and of differences of maps.
    static let maps: [BuiltInMethod] =
        [
            BuiltInMethod(
                "keys", "The keys of the map, sorted.", on: [.map: [[]]], gives: .list
            ) { receiver, arguments, work throws(EvaluationFailure) in
                guard case .map(let map) = receiver, arguments.isEmpty else { return nil }
                try work.make(elements: map.count, of: .list)
                return .list(RuleList(map.sortedNames.map { .string($0) }))
            },
            BuiltInMethod(
                "values", "The values of the map.", on: [.map: [[]]], gives: .list
            ) { receiver, arguments, work throws(EvaluationFailure) in
                guard case .map(let map) = receiver, arguments.isEmpty else { return nil }
                try work.make(elements: map.count, of: .list)
                var values: [RuleValue] = []
                for name in map.names {
                    if let value = try map.value(name) { values.append(value) }
                }
                return .list(RuleList(values))
            },
            BuiltInMethod(
                "get", "The value of a key, or at the end of a path of keys; a default if it is missing.",
                on: [.map: [[.string, .any], [.list, .any]]], gives: .any
            ) { receiver, arguments, work throws(EvaluationFailure) in
                guard case .map(let map) = receiver, arguments.count == 2 else { return nil }
                switch arguments[0] {
                case .string(let name): return try map.value(FieldName(name)) ?? arguments[1]
                case .list(let names): return try map.value(at: names, default: arguments[1], work)
                default: return nil
                }
            },
            BuiltInMethod(
                difference, "The difference from another map, which is the earlier one.",
                on: [.map: [[.map]]], gives: [.mapDiff]
            ) { receiver, arguments, _ throws(EvaluationFailure) in
                guard case .map(let map) = receiver, let old = arguments.onlyMap else { return nil }
                return .mapDiff(MapDiff(new: map, old: old))
            },
        ] + keysOfDifferences.map { keys($0.wanted, $0.name, $0.documentation) }

    /// The methods of a difference.
    fileprivate static let keysOfDifferences:
        [(name: String, wanted: MapDiff.Changes, documentation: String)] = [
            ("addedKeys", .added, "The keys that only the new map has."),
            ("removedKeys", .removed, "The keys that only the old map has."),
            ("changedKeys", .changed, "The keys that both maps have, with different values."),
            ("unchangedKeys", .unchanged, "The keys that both maps have, with equal values."),
            ("affectedKeys", .affected, "The keys that were added, removed or changed."),
        ]

    /// The name of the method that compares two maps.
    static let difference = "diff"

    private static func keys(
        _ wanted: MapDiff.Changes, _ name: String, _ documentation: String
    ) -> BuiltInMethod {
        BuiltInMethod(name, documentation, on: [.mapDiff: [[]]], gives: [.set]) {
            receiver, arguments, work throws(EvaluationFailure) in
            guard case .mapDiff(let diff) = receiver, arguments.isEmpty else { return nil }
            return .set(try diff.keys(wanted, work))
        }
    }
}

extension MapDiff.Changes {
    /// The changes that a method selects; nil for other methods.
    init?(_ method: BuiltInMethod) {
        let entry = BuiltInMethod.keysOfDifferences.first { $0.name == method.name }
        guard let entry else { return nil }
        self = entry.wanted
    }
}

extension RuleMap {
    /// The value at the end of a path through nested maps, or the default if the path ends early.
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
