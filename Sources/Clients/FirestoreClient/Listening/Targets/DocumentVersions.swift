import FirestoreModel
import OrderedCollections

/// When documents have last changed. They are in a dense table, because there may be one for each of thousands of conversations. Names take little memory where, as in the result of most queries, all are of one collection.
struct DocumentVersions: Sendable {
    private var versions: OrderedDictionary<ResourceID, Timestamp> = [:]
    /// The name of any document of the collection that has most of them.
    private var example: DocumentName?
    private var others: [DocumentName: Timestamp] = [:]

    var count: Int { versions.count + others.count }

    var names: [DocumentName] {
        guard let example else { return Array(others.keys) }
        let collection = example.path.collection
        return versions.keys.map { DocumentName(example.database, DocumentPath(collection, $0)) }
            + others.keys
    }

    subscript(name: DocumentName) -> Timestamp? {
        get { isBeside(name) ? versions[name.path.id] : others[name] }
        set {
            if example == nil { example = name }
            guard isBeside(name) else {
                others[name] = newValue
                return
            }
            if let newValue { versions[name.path.id] = newValue } else { remove(name.path.id) }
        }
    }

    /// Removes a version in constant time. The last one takes its place.
    private mutating func remove(_ id: ResourceID) {
        guard let index = versions.index(forKey: id) else { return }
        versions.swapAt(index, versions.count - 1)
        versions.removeLast()
    }

    /// Whether the document is of the collection that has most of them.
    private func isBeside(_ name: DocumentName) -> Bool {
        guard let example else { return false }
        return name.database == example.database
            && name.path.segments.dropLast() == example.path.segments.dropLast()
    }
}
