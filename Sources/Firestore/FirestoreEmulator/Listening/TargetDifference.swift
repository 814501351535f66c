import FirestoreModel

/// How the documents of a target differ between two states.
struct TargetDifference: Sendable {
    /// Those that have entered the target, or have changed in it.
    var changed: [StoredDocument] = []
    /// Those that have left the target and still exist, as they are now.
    var left: [StoredDocument] = []
    /// Those that were in the target and no longer exist.
    var deleted: [DocumentName] = []

    var isEmpty: Bool { changed.isEmpty && left.isEmpty && deleted.isEmpty }

    /// Adds a document that is in the target in one of the states, or in both.
    mutating func add(
        _ document: DatabaseState.Difference, wasIn: Bool, isIn: Bool
    ) {
        switch (document.new, document.old) {
        case (let new?, _) where isIn: changed.append(new)
        case (let new?, _) where wasIn: left.append(new)
        case (nil, let old?) where wasIn: deleted.append(old.name)
        default: break
        }
    }
}
