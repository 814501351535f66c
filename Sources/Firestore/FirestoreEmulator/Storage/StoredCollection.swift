import FirestoreModel
import SortedMaps

/// The documents of one collection, and the indexes that queries have asked for.
struct StoredCollection: Sendable {
    /// How many indexes a collection has at the most; a new one takes the place of the oldest.
    private static let maximumIndexes = 24

    private(set) var documents = SortedMap<ResourceID, StoredDocument>()
    /// Oldest first.
    private var indexes: [CollectionIndex] = []

    subscript(id: ResourceID) -> StoredDocument? { documents[id] }

    /// Puts a version of a document in place of the one that is there, or removes the document.
    mutating func set(_ id: ResourceID, to document: StoredDocument?) {
        let old = documents.modify(id) { stored in
            defer { stored = document }
            return stored
        }
        for position in indexes.indices { indexes[position].update(from: old, to: document) }
    }

    /// About how many bytes a copy of the collection takes for itself once so many documents have changed here, without the documents.
    ///
    /// - Parameter isMoving: Whether documents have come or gone.
    func sizeOfCopy(changing changes: Int, isMoving: Bool) -> Int {
        indexes.reduce(documents.sizeOfCopy(changing: changes, isMoving: isMoving)) {
            $0 + $1.entries.sizeOfCopy(changing: 2 * changes, isMoving: true)
        }
    }

    func index(_ definition: IndexDefinition) -> CollectionIndex? {
        indexes.first { $0.definition == definition }
    }

    /// Builds an index, unless it is there already.
    mutating func addIndex(_ definition: IndexDefinition) {
        if index(definition) != nil { return }
        if indexes.count == Self.maximumIndexes { indexes.removeFirst() }
        indexes.append(CollectionIndex(definition, of: documents))
    }
}
