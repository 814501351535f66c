package import FirestoreModel
import OrderedCollections

/// What `map.diff(map)` gives: both maps, compared when asked.
package final class MapDiff: Sendable {
    /// What became of a key.
    package struct Changes: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let added = Changes(rawValue: 1)
        package static let removed = Changes(rawValue: 2)
        package static let changed = Changes(rawValue: 4)
        package static let unchanged = Changes(rawValue: 8)
        package static let affected: Changes = [.added, .removed, .changed]
    }

    /// The map whose `diff` was called: what it alone has was added.
    package let new: RuleMap
    package let old: RuleMap

    package init(new: RuleMap, old: RuleMap) {
        self.new = new
        self.old = old
    }

    /// The keys of which one of some things became, those of the old map first.
    package func keys(_ wanted: Changes, _ work: WorkMeter) throws(EvaluationFailure) -> RuleSet {
        if let new = new.storedFields, let old = old.storedFields {
            return try MapDiff.keys(wanted, from: old, to: new, work)
        }
        var names = MapDiff.someNames
        try forEachChange(work) { name, change in
            if wanted.contains(change) { names.append(.string(name.string)) }
        }
        return try RuleSet(distinct: RuleList(names), work)
    }

    /// The same keys of two documents' fields.
    static func keys(
        _ wanted: Changes, from old: StoredFields, to new: StoredFields, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleSet {
        var names = MapDiff.someNames
        try forEachChange(from: old.map, to: new.map, work) { name, change in
            if wanted.contains(change) { names.append(.string(name.string)) }
        }
        return try RuleSet(distinct: RuleList(names), work)
    }

    /// No names yet, with room for as many as most writes touch.
    private static var someNames: [RuleValue] {
        var names: [RuleValue] = []
        names.reserveCapacity(4)
        return names
    }

    /// Whether in both the same became of every key, whatever the values are.
    func hasSameChanges(as other: MapDiff, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        let (mine, theirs) = (try changes(work), try other.changes(work))
        return mine.count == theirs.count && mine.allSatisfy { theirs[$0] == $1 }
    }

    private func changes(_ work: WorkMeter) throws(EvaluationFailure) -> [FieldName: Changes] {
        var changes: [FieldName: Changes] = [:]
        if let new = new.storedFields, let old = old.storedFields {
            try MapDiff.forEachChange(from: old.map, to: new.map, work) { changes[$0] = $1 }
        } else {
            try forEachChange(work) { changes[$0] = $1 }
        }
        return changes
    }

    package func forEachChange(
        _ work: WorkMeter, _ body: (FieldName, Changes) -> Void
    ) throws(EvaluationFailure) {
        try work.charge(new.count + old.count)
        let comparison = ContentComparison(numbers: .byValue, work)
        for name in old.names {
            guard let theirs = try old.value(name) else { continue }
            guard let mine = try new.value(name) else {
                body(name, .removed)
                continue
            }
            body(name, try comparison.isSame(mine, theirs) ? .unchanged : .changed)
        }
        for name in new.names where !old.contains(name) { body(name, .added) }
    }

    /// Whether it became one of some things only of some keys of two documents' fields.
    static func isOnly(
        _ wanted: Changes, of names: [FieldName], from old: MapValue, to new: MapValue, _ work: WorkMeter
    ) throws(EvaluationFailure) -> Bool {
        var isOnly = true
        try forEachChange(from: old, to: new, work) { name, change in
            if isOnly, wanted.contains(change), !names.contains(where: { $0.isSame(as: name) }) {
                isOnly = false
            }
        }
        return isOnly
    }

    /// The same for the fields of two documents, of which most hold the same names in the same order.
    @inline(__always)
    static func forEachChange(
        from old: MapValue, to new: MapValue, _ work: WorkMeter, _ body: (FieldName, Changes) -> Void
    ) throws(EvaluationFailure) {
        let (mine, theirs) = (new.storage, old.storage)
        try work.charge(mine.count + theirs.count)
        var common = 0
        for index in theirs.elements.indices {
            let name = theirs.keys[index]
            let counterpart =
                index < mine.count && mine.keys[index].isSame(as: name) ? index : mine.index(forKey: name)
            guard let counterpart else {
                body(name, .removed)
                continue
            }
            common += 1
            let isSame = try ContentComparison.isSameByValue(
                mine.values[counterpart], theirs.values[index], work)
            body(name, isSame ? .unchanged : .changed)
        }
        guard common < mine.count else { return }
        for name in mine.keys where theirs[name] == nil { body(name, .added) }
    }
}
