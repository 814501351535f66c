import FirestoreModel

extension RuleValue {
    /// Feeds a hasher, so that values that are equal by value, as in sets, have the same hash. Only a part of nested values counts.
    ///
    /// - Parameter depth: How many levels of nested values count, and of their texts a part.
    func hashByValue(into hasher: inout Hasher, depth: Int, isNested: Bool = false) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let bool): hasher.combine(bool)
        case .int(let number): hasher.combine(number)
        case .float(let number):
            if let whole = Int64(exactly: number) {
                hasher.combine(whole)
            } else {
                hasher.combine(number.isNaN ? .nan : number)
            }
        case .string(let text): hasher.combine(text, isNested: isNested)
        case .bytes(let bytes): hasher.combine(isNested ? Array(bytes.prefix(64)) : bytes)
        case .timestamp(let time): hasher.combine(time)
        case .duration(let duration): hasher.combine(duration)
        case .latlng(let point):
            hasher.combine(point.latitude.bitPattern)
            hasher.combine(point.longitude.bitPattern)
        case .path(let path): hasher.combine(path.text, isNested: isNested)
        case .list(let list): hasher.combine(list.prefix(8), count: list.count, depth: depth)
        // A vector equals the list of its numbers.
        case .vector(let numbers):
            hasher.combine(numbers.prefix(8).map { .float($0) }, count: numbers.count, depth: depth)
        case .map(let map): hasher.combine(map, depth: depth)
        case .set(let set): hasher.combine(set, depth: depth)
        case .mapDiff, .constraint: break
        }
    }
}

extension Hasher {
    fileprivate mutating func combine(_ text: String, isNested: Bool) {
        guard isNested, text.utf8.count > 64 else { return FieldName(text).hash(into: &self) }
        combine(text.utf8.count)
        for byte in text.utf8.prefix(64) { combine(byte) }
    }

    fileprivate mutating func combine(_ first: some Collection<RuleValue>, count: Int, depth: Int) {
        combine(count)
        guard depth > 0 else { return }
        for element in first { element.hashByValue(into: &self, depth: depth - 1, isNested: true) }
    }

    /// The order of a set's elements does not count. For a large set only the size does, since hashing it would cost more than
    /// comparing a few.
    fileprivate mutating func combine(_ set: RuleSet, depth: Int) {
        combine(set.count)
        guard set.count <= 64 else { return }
        var sum = 0
        for element in set.elements {
            var entry = Hasher()
            element.hashByValue(into: &entry, depth: max(depth - 1, 0), isNested: true)
            sum &+= entry.finalize()
        }
        combine(sum)
    }

    /// The order of a map's keys does not count. For a large map only the size does.
    fileprivate mutating func combine(_ map: RuleMap, depth: Int) {
        combine(map.count)
        guard depth > 0, map.count <= 64 else { return }
        var sum = 0
        for name in map.names {
            var entry = Hasher()
            name.hash(into: &entry)
            if let value = try? map.value(name) {
                value.hashByValue(into: &entry, depth: depth - 1, isNested: true)
            }
            sum &+= entry.finalize()
        }
        combine(sum)
    }
}
