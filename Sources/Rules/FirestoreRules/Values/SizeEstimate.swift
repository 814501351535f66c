import FirestoreModel

/// Adds up what values take in memory, up to a limit.
struct SizeEstimate {
    private var rest: Int
    /// The documents and the like that have been counted.
    private var records: Set<ObjectIdentifier> = []

    /// What a value takes; of what takes more than a limit, the limit.
    static func bytes(of value: RuleValue, upTo limit: Int) -> Int {
        var estimate = SizeEstimate(limit: limit)
        estimate.add(value, isPart: false)
        return limit - max(estimate.rest, 0)
    }

    init(limit: Int) {
        rest = limit
    }

    var isExceeded: Bool { rest < 0 }

    mutating func add(_ bytes: Int) {
        rest -= bytes
    }

    /// - Parameter isPart: Whether the value is part of another one that is counted, so that only documents matter.
    mutating func add(_ value: RuleValue, isPart: Bool) {
        if isExceeded { return }
        if case .map(let map) = value {
            if let record = map.record {
                guard records.insert(ObjectIdentifier(record)).inserted else { return }
                addEntries(of: map)
            } else if !isPart {
                addEntries(of: map)
            }
            return
        }
        if isPart { return }
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
            add(element, isPart: false)
        }
    }

    private mutating func addEntries(of map: RuleMap) {
        for name in map.names {
            if isExceeded { return }
            rest -= 64 + name.string.utf8.count
            if let value = (try? map.value(name)).flatMap(\.self) { add(value, isPart: false) }
        }
    }
}
