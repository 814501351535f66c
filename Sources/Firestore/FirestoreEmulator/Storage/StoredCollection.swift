import FirestoreModel
import SortedMaps

/// The documents of one collection, and the indexes that queries have needed.
struct StoredCollection: Sendable {
    /// The maximum number of indexes of a collection; a new one replaces the oldest.
    private static let maximumIndexes = 24

    private(set) var documents = SortedMap<ResourceID, StoredDocument>()
    /// Oldest first.
    private var indexes: [CollectionIndex] = []

    /// The number of documents.
    ///
    /// A file that does not import SortedMaps would get `documents.count` from `Collection`, which walks over all of them.
    var count: Int { documents.count }

    subscript(id: ResourceID) -> StoredDocument? { documents[id] }

    /// Replaces the version of a document, or removes the document.
    mutating func set(_ id: ResourceID, to document: StoredDocument?) {
        let old = documents.modify(id) { stored in
            defer { stored = document }
            return stored
        }
        for position in indexes.indices { indexes[position].update(from: old, to: document) }
    }

    /// The approximate number of bytes that a copy of the collection occupies alone after this many changes, without the documents.
    ///
    /// - Parameter isMoving: Whether documents were added or removed.
    func sizeOfCopy(changing changes: Int, isMoving: Bool) -> Int {
        indexes.reduce(documents.sizeOfCopy(changing: changes, isMoving: isMoving)) {
            $0 + $1.entries.sizeOfCopy(changing: 2 * changes, isMoving: true)
        }
    }

    func index(_ definition: IndexDefinition) -> CollectionIndex? {
        indexes.first { $0.definition == definition }
    }

    /// Builds an index, unless it exists.
    mutating func addIndex(_ definition: IndexDefinition) {
        if index(definition) != nil { return }
        if indexes.count == Self.maximumIndexes { indexes.removeFirst() }
        indexes.append(CollectionIndex(definition, of: documents))
    }
}

/// One version of a document. Versions never change: a write creates a new one, and old ones live as long as
/// something still reads them.
final class StoredDocument: Sendable {
    let name: DocumentName
    let fields: MapValue
    let createTime: Timestamp
    let updateTime: Timestamp

    init(name: DocumentName, fields: MapValue, createTime: Timestamp, updateTime: Timestamp) {
        self.name = name
        self.fields = fields
        self.createTime = createTime
        self.updateTime = updateTime
    }

    /// The document as in a response.
    func document(mask: DocumentMask? = nil) -> Document {
        Document(
            name: name, fields: mask?.project(fields) ?? fields, createTime: createTime,
            updateTime: updateTime)
    }
}
