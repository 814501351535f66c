import FirestoreModel

/// Adds up the approximate memory that values take, up to a limit.
struct SizeEstimate {
    private var rest: Int
    /// The documents and the like that have been counted.
    private var records: Set<ObjectIdentifier> = []

    /// The size of a value in bytes, at most the limit.
    static func bytes(of value: RuleValue, upTo limit: Int) -> Int {
        var estimate = SizeEstimate(rest: limit)
        estimate.add(value)
        return limit - max(estimate.rest, 0)
    }

    private init(rest: Int) {
        self.rest = rest
    }

    private var isExceeded: Bool { rest < 0 }

    private mutating func add(_ value: RuleValue) {
        if isExceeded { return }
        if case .map(let map) = value {
            if let record = map.record, !records.insert(ObjectIdentifier(record)).inserted { return }
            return addEntries(of: map)
        }
        rest -= 64
        switch value {
        case .string(let text): rest -= text.utf8.count
        case .bytes(let bytes): rest -= bytes.count
        case .vector(let numbers): rest -= numbers.count * 8
        case .list(let list): add(list)
        case .set(let set): add(set.elements)
        case .mapDiff(let diff):
            addEntries(of: diff.new)
            addEntries(of: diff.old)
        case .path(let path): rest -= path.segments.count * 64
        case .constraint(let constraint): add(constraint.simple.map(\.value))
        case .null, .bool, .int, .float, .map, .timestamp, .duration, .latlng: break
        }
    }

    private mutating func add(_ elements: some Collection<RuleValue>) {
        for element in elements {
            if isExceeded { return }
            add(element)
        }
    }

    private mutating func addEntries(of map: RuleMap) {
        for name in map.names {
            if isExceeded { return }
            rest -= 64 + name.string.utf8.count
            if let value = (try? map.value(name)).flatMap(\.self) { add(value) }
        }
    }
}
