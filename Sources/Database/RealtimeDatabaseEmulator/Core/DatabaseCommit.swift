import RealtimeDatabaseModel

/// A completed write, as listeners are notified of it.
struct DatabaseCommit: Sendable {
    /// The path that the request was sent to.
    let path: DatabasePath
    /// Whether the request was a PATCH, which listeners receive as one event.
    let isPatch: Bool
    let update: DatabaseUpdate
    let before: DataNode
    let after: DataNode
    /// The approximate memory of its events: the bytes of the request.
    let size: Int
}
