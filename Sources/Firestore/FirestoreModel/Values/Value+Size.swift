import OrderedCollections

/// The size of a value in bytes, as counted against the limit of a document.
///
/// Source: <https://firebase.google.com/docs/firestore/storage-size>; every figure was confirmed to the byte
/// on Google's emulator.
extension Value {
    package var storageSize: Int {
        switch self {
        case .null, .boolean: 1
        case .integer, .double, .timestamp: 8
        case .string(let text): text.utf8.count + 1
        case .bytes(let bytes): bytes.count
        case .reference(let name): name.path.storageSize
        case .geoPoint: 16
        case .array(let elements): elements.isEmpty ? 1 : elements.reduce(0) { $0 + $1.storageSize }
        case .map(let fields) where fields.isVector: fields["value"]?.storageSize ?? 1
        case .map(let fields): fields.isEmpty ? 1 : fields.storageSize
        }
    }
}

extension MapValue {
    /// The size of the names and values together.
    package var storageSize: Int {
        storage.elements.reduce(0) { $0 + $1.key.string.utf8.count + 1 + $1.value.storageSize }
    }
}

extension Document {
    /// The size in bytes, as counted against ``Document/maximumSize``.
    package var storageSize: Int { name.path.storageSize + fields.storageSize + 32 }

    /// The maximum size of a document, in bytes: 1 MiB.
    package static let maximumSize = 1_048_576
}

extension DocumentPath {
    /// The size of the name in bytes.
    package var storageSize: Int { segments.reduce(16) { $0 + $1.string.utf8.count + 1 } }
}
