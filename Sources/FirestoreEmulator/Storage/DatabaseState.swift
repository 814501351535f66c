import FirestoreModel
import SortedMaps

/// All documents of a database at one moment.
///
/// A value: whoever holds a copy has a snapshot that no later commit changes.
struct DatabaseState: Sendable {
    /// The collections that hold at least one document.
    private(set) var collections = SortedMap<CollectionPath, StoredCollection>()
    /// When the documents were deleted that once were and no longer are. Only a text in some refusals depends on it, so
    /// it begins anew when it has grown large.
    private var deletionTimes = SortedMap<DocumentPath, Timestamp>()
    private static let maximumDeletionTimes = 20_000

    func collection(_ path: CollectionPath) -> StoredCollection {
        collections[path] ?? StoredCollection()
    }

    func document(_ path: DocumentPath) -> StoredDocument? {
        collections[path.collection]?[path.id]
    }

    /// When the document was deleted; nil when it is there, or never was.
    func deletionTime(_ path: DocumentPath) -> Timestamp? {
        deletionTimes[path]
    }

    /// Puts a version of a document in place of the one that is there.
    mutating func set(_ path: DocumentPath, to document: StoredDocument) {
        deletionTimes[path] = nil
        change(path, to: document)
    }

    /// Removes a document, and remembers when.
    mutating func delete(_ path: DocumentPath, at time: Timestamp) {
        if deletionTimes.count >= Self.maximumDeletionTimes { deletionTimes = SortedMap() }
        deletionTimes[path] = time
        change(path, to: nil)
    }

    private mutating func change(_ path: DocumentPath, to document: StoredDocument?) {
        collections.modify(path.collection) { collection in
            var changed = collection ?? StoredCollection()
            // The map gives up its reference, so that the change happens in place.
            collection = nil
            changed.set(path.id, to: document)
            collection = changed.documents.isEmpty ? nil : changed
        }
    }

    /// Builds indexes of a collection, unless they are there already.
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
