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

    func place(of name: FieldName) -> Int? {
        map.storage.index(forKey: name)
    }

    /// The value of the field at a place, if there is one and it has a name.
    @inline(__always)
    func value(at place: Int, named name: FieldName) -> RuleValue? {
        guard place < map.storage.count, map.storage.keys[place] == name else { return nil }
        return RuleValue(map.storage.values[place])
    }
}
