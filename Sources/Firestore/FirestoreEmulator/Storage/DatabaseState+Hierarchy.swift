import FirestoreModel
import SortedMaps

/// The collections and documents implied by the paths of documents.
extension DatabaseState {
    /// The ids of the collections below a document, or below the database, in order. This includes collections that contain
    /// nothing themselves, but have a document somewhere below.
    func collectionIDs(below parent: DocumentPath?) -> [ResourceID] {
        let depth = parent?.segments.count ?? 0
        var ids: [ResourceID] = []
        for (path, _) in collections(below: parent) where ids.last != path.segments[depth] {
            ids.append(path.segments[depth])
        }
        return ids
    }

    /// The ids of the documents of a collection with documents below them, in order, whether or not they exist.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - first: The id to begin after; nil for all.
    ///   - most: The maximum number of documents.
    ///   - isWanted: Whether to include an id.
    func parentIDs(
        in collection: CollectionPath, after first: ResourceID?, most: Int,
        where isWanted: (ResourceID) -> Bool
    ) -> [ResourceID] {
        let depth = collection.segments.count
        let begin = CollectionPath(parent: DocumentPath(collection, first ?? .first), id: .first)
        var ids: [ResourceID] = []
        for (path, _) in collections[collections.lowerBound(begin)...] {
            guard path.segments.count > depth, path.segments.starts(with: collection.segments) else { break }
            let id = path.segments[depth]
            if id == ids.last || id == first || !isWanted(id) { continue }
            if ids.count == most { break }
            ids.append(id)
        }
        return ids
    }
}
