/// The fields of the messages that an export stores, by number. They are those of Datastore, from which Firestore took the format.
///
/// Source: <https://github.com/GoogleCloudPlatform/appengine-python-standard>, `google/appengine/datastore/entity_bytes_pb2.py`; what
/// Firestore writes into them was read from exports of Google's emulator.
enum EntityFields {
    // The entity.
    static let (key, indexedProperty, property, group) = (13, 14, 15, 16)

    // A key, and a reference to one.
    static let (app, path, pathElement, database) = (13, 14, 1, 23)
    static let (kind, id, name) = (2, 3, 4)
    static let (referencedElement, referencedKind, referencedID, referencedName) = (14, 15, 16, 17)

    // A property.
    static let (meaning, propertyName, isMultiple, value) = (1, 3, 4, 5)

    // Its value.
    static let (integer, boolean, string, double, point, user, reference) = (1, 2, 3, 4, 5, 8, 12)
    static let (latitude, longitude) = (6, 7)
}

/// What a value means where its type is not enough.
enum Meaning {
    /// An integer that is a time in microseconds.
    static let time = 7
    static let point = 9
    /// A string that is bytes.
    static let bytes = 14
    /// Bytes short enough for an index.
    static let shortBytes = 16
    /// A string that is the entity of a map.
    static let map = 19
    /// No value, but an array without elements.
    static let emptyArray = 24
    /// An element of a vector.
    static let vector = 31
}
