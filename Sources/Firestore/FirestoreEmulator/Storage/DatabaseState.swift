import FirestoreModel
import SortedMaps

/// All documents of a database at one moment.
///
/// A value: a copy is a snapshot that no later commit changes.
struct DatabaseState: Sendable {
    /// The collections with at least one document.
    private(set) var collections = SortedMap<CollectionPath, StoredCollection>()
    private var deletionTimes = DeletionTimes()

    func collection(_ path: CollectionPath) -> StoredCollection {
        collections[path] ?? StoredCollection()
    }

    func document(_ path: DocumentPath) -> StoredDocument? {
        collections[path.collection]?[path.id]
    }

    /// When the document was deleted; nil if it exists, never existed, or was deleted long ago.
    func deletionTime(_ path: DocumentPath) -> Timestamp? {
        deletionTimes[path]
    }

    /// Replaces the version of a document.
    mutating func set(_ path: DocumentPath, to document: StoredDocument) {
        deletionTimes.remove(path)
        change(path, to: document)
    }

    /// Removes a document, and records the time.
    mutating func delete(_ path: DocumentPath, at time: Timestamp) {
        deletionTimes.insert(path, time)
        change(path, to: nil)
    }

    /// Removes all documents, and records the time, within the limit on remembered deletions.
    mutating func deleteAll(at time: Timestamp) {
        let paths = collections.lazy.flatMap { path, collection in
            collection.documents.lazy.map { DocumentPath(path, $0.key) }
        }
        for path in paths.prefix(DeletionTimes.capacity) { deletionTimes.insert(path, time) }
        collections = SortedMap()
    }

    private mutating func change(_ path: DocumentPath, to document: StoredDocument?) {
        collections.modify(path.collection) { collection in
            var changed = collection ?? StoredCollection()
            // Moved out of the map, so that the change happens in place.
            collection = nil
            changed.set(path.id, to: document)
            collection = changed.documents.isEmpty ? nil : changed
        }
    }

    /// The approximate number of bytes that a copy of the state occupies alone after these changes, without the replaced documents.
    func sizeOfCopy(changing changes: [(path: DocumentPath, document: StoredDocument?)]) -> Int {
        var size = 0
        var rest = changes[...]
        while let path = rest.first?.path.collection {
            let others = rest.firstIndex { $0.path.collection != path } ?? rest.endIndex
            let stored = collections[path]
            let isMoving = rest[..<others].contains { $0.document == nil || stored?[$0.path.id] == nil }
            size += collections.sizeOfCopy(changing: 1, isMoving: stored == nil)
            size += stored?.sizeOfCopy(changing: others - rest.startIndex, isMoving: isMoving) ?? 0
            rest = rest[others...]
        }
        return size
    }

    /// Builds indexes of a collection, unless they exist.
    mutating func addIndexes(_ definitions: [IndexDefinition], to path: CollectionPath) {
        collections.modify(path) { collection in
            for definition in definitions { collection?.addIndex(definition) }
        }
    }

    /// The collections below a document, or below the database, at any depth.
    func collections(below parent: DocumentPath?) -> some Sequence<
        (key: CollectionPath, value: StoredCollection)
    > {
        let prefix = parent?.segments ?? []
        return collections[collections.lowerBound(CollectionPath(parent: parent, id: .first))...]
            .prefix { $0.key.segments.starts(with: prefix) }
    }

    /// The documents at or below the document or the collection with these ids.
    func documents(below segments: [ResourceID]) -> [(path: DocumentPath, document: StoredDocument)] {
        var found: [(path: DocumentPath, document: StoredDocument)] = []
        if let path = DocumentPath(segments: segments), let document = document(path) {
            found.append((path, document))
        }
        for (path, collection) in collections where path.segments.starts(with: segments) {
            for (id, document) in collection.documents { found.append((DocumentPath(path, id), document)) }
        }
        return found
    }
}
