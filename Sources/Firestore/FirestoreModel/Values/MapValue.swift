import CoreValues
package import OrderedCollections

/// The fields of a document or of a map value: names to values, in the order in which they were written.
///
/// Equality ignores the order, as in Firestore: writing the same fields in another order
/// changes nothing.
package struct MapValue: Sendable, ExpressibleByDictionaryLiteral {
    package private(set) var storage: OrderedDictionary<FieldName, Value>

    package init() {
        storage = [:]
    }

    package init(dictionaryLiteral elements: (FieldName, Value)...) {
        storage = OrderedDictionary(elements) { _, last in last }
    }

    /// Creates a map from pairs; if a name repeats, the last pair counts.
    package init(pairs: some Sequence<(FieldName, Value)>) {
        storage = OrderedDictionary(pairs) { _, last in last }
    }

    package init(minimumCapacity: Int) {
        storage = OrderedDictionary(minimumCapacity: minimumCapacity)
    }

    package var isEmpty: Bool { storage.isEmpty }
    package var count: Int { storage.count }
    package var names: some Collection<FieldName> { storage.keys }

    /// The value of a field, or nil. A new field goes to the end; a replaced one keeps its position.
    package subscript(name: FieldName) -> Value? {
        get { storage[name] }
        set { storage[name] = newValue }
    }

    /// Sets a field and moves it to the end, as Google's emulator does with written fields.
    package mutating func moveToEnd(_ name: FieldName, _ value: Value) {
        storage.removeValue(forKey: name)
        storage[name] = value
    }

    /// True for the map form of a vector: `{__type__: "__vector__", value: [...]}`.
    package var isVector: Bool {
        guard case .string(let type)? = storage["__type__"] else { return false }
        return type == "__vector__"
    }
}

extension MapValue: Sequence {
    package struct Iterator: IteratorProtocol {
        fileprivate var elements: OrderedDictionary<FieldName, Value>.Iterator

        package mutating func next() -> (name: FieldName, value: Value)? {
            elements.next().map { (name: $0.key, value: $0.value) }
        }
    }

    package func makeIterator() -> Iterator { Iterator(elements: storage.makeIterator()) }
}

extension MapValue: Equatable {
    package static func == (left: MapValue, right: MapValue) -> Bool {
        guard left.count == right.count else { return false }
        return left.storage.elements.allSatisfy { right.storage[$0.key] == $0.value }
    }
}

/// The name of one field in a map.
package struct FieldName: ExactText {
    /// The name itself, unquoted.
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    /// True for names of the form `__x__`, which Firestore keeps for itself.
    package var isReserved: Bool { ResourceID.isReservedForm(string) }
}
