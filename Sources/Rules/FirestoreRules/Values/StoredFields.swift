package import FirestoreModel
import OrderedCollections
import Synchronization

/// The fields of a document, or of a map in one, behind one reference: rules hand maps on again and again, and each time they
/// would count three.
package final class StoredFields: Sendable {
    package let map: MapValue

    package init(_ map: MapValue) {
        self.map = map
    }

    subscript(name: FieldName) -> RuleValue? {
        map[name].map { RuleValue($0) }
    }

    /// The value of a field, which is found at once where it was the last time.
    @inline(never)
    func value(of name: FieldName, expectedAt lastPlace: borrowing Atomic<Int>) -> RuleValue? {
        let expected = lastPlace.load(ordering: .relaxed)
        if expected < map.storage.count, map.storage.keys[expected].isSame(as: name) {
            return RuleValue(map.storage.values[expected])
        }
        guard let place = map.storage.index(forKey: name) else { return nil }
        lastPlace.store(place, ordering: .relaxed)
        return RuleValue(map.storage.values[place])
    }
}

extension FieldName {
    /// The same as `==`, which another module can only call through the table of the conformance: that takes half as long again.
    @inline(__always)
    func isSame(as other: FieldName) -> Bool { string.hasSameUTF8(as: other.string) }
}
