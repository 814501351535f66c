import FirestoreModel
import SortedMaps

/// What has changed between two states.
extension DatabaseState {
    /// A document with different versions in two states; nil where it does not exist.
    typealias Difference = (old: StoredDocument?, new: StoredDocument?)

    /// Calls a function with each document of a collection that has changed since an earlier state.
    func forEachDifference(
        from old: DatabaseState, in path: CollectionPath, _ body: (Difference) -> Void
    ) {
        collection(path).forEachDifference(from: old.collection(path), body)
    }

    /// Calls a function with each document that has changed since an earlier state, in some of the collections.
    func forEachDifference(
        from old: DatabaseState, where isWanted: (CollectionPath) -> Bool, _ body: (Difference) -> Void
    ) {
        collections.forEachDifference(from: old.collections, isSame: { $0.isShared(with: $1) }) {
            path, old, new in
            if !isWanted(path) { return }
            (new ?? StoredCollection()).forEachDifference(from: old ?? StoredCollection(), body)
        }
    }
}

extension StoredCollection {
    fileprivate func isShared(with other: StoredCollection) -> Bool {
        documents.isShared(with: other.documents)
    }

    fileprivate func forEachDifference(
        from old: StoredCollection, _ body: (DatabaseState.Difference) -> Void
    ) {
        documents.forEachDifference(from: old.documents, isSame: { $0 === $1 }) { _, old, new in
            body((old, new))
        }
    }
}
