package import FirestoreModel
import OrderedCollections

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

    /// The place of a field, which is found at once where it is expected.
    @inline(__always)
    func place(of name: FieldName, expectedAt place: Int) -> Int? {
        place < map.storage.count && map.storage.keys[place] == name
            ? place : map.storage.index(forKey: name)
    }

    /// The value of the field at a place, which must exist.
    @inline(__always)
    func value(at place: Int) -> RuleValue {
        RuleValue(map.storage.values[place])
    }
}
