import FirestoreModel
import SortedMaps

/// The times of the latest deletions; older ones are dropped. A value.
///
/// Refusals and lists of missing documents contain these times.
struct DeletionTimes: Sendable {
    /// The minimum number of remembered deletions; the maximum is twice as large.
    static let capacity = 10_000

    private var recent = SortedMap<DocumentPath, Timestamp>()
    /// Those before the recent ones.
    private var older = SortedMap<DocumentPath, Timestamp>()

    /// When a document was deleted; nil when it is there, never was, or was deleted long ago.
    subscript(path: DocumentPath) -> Timestamp? { recent[path] ?? older[path] }

    /// The number of remembered deletions.
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

    /// Drops the deletion of a document that exists again.
    mutating func remove(_ path: DocumentPath) {
        recent[path] = nil
        older[path] = nil
    }
}
