import FirestoreModel
import SortedMaps

/// When the latest deletions happened. Bounded: older ones are forgotten. A value.
///
/// Refusals name these times, and lists of missing documents.
struct DeletionTimes: Sendable {
    /// How many deletions are remembered at least; twice as many at the most.
    static let capacity = 10_000

    private var recent = SortedMap<DocumentPath, Timestamp>()
    /// Those before the recent ones.
    private var older = SortedMap<DocumentPath, Timestamp>()

    /// When a document was deleted; nil when it is there, never was, or was deleted long ago.
    subscript(path: DocumentPath) -> Timestamp? { recent[path] ?? older[path] }

    /// How many are remembered.
    var count: Int { recent.count + older.count }

    /// Remembers a deletion.
    mutating func insert(_ path: DocumentPath, _ time: Timestamp) {
        if recent.count >= Self.capacity {
            older = recent
            recent = SortedMap()
        }
        older[path] = nil
        recent[path] = time
    }

    /// Forgets the deletion of a document that is there again.
    mutating func remove(_ path: DocumentPath) {
        recent[path] = nil
        older[path] = nil
    }
}
