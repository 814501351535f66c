import FirestoreModel
import SortedMaps

/// What the paths of documents tell about the collections and documents around them.
extension DatabaseState {
    /// The ids of the collections below a document, or below the database, in order. A collection counts that holds
    /// nothing itself, as long as there is a document somewhere below it.
    func collectionIDs(below parent: DocumentPath?) -> [ResourceID] {
        let depth = parent?.segments.count ?? 0
        var ids: [ResourceID] = []
        for (path, _) in collections(below: parent) where ids.last != path.segments[depth] {
            ids.append(path.segments[depth])
        }
        return ids
    }

    /// The ids of the documents of a collection below which there is something, in order, whether or not they are there.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - first: The id to begin after; nil for all.
    ///   - most: The maximum number of documents.
    ///   - isWanted: Chooses among the ids.
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
