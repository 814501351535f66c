import RealtimeDatabaseModel

/// A write that has been carried out, as those who listen are told of it.
struct DatabaseCommit: Sendable {
    /// The path that the request was sent to.
    let path: DatabasePath
    /// Whether the request was a PATCH, of which listeners are told as one.
    let isPatch: Bool
    let update: DatabaseUpdate
    let before: DataNode
    let after: DataNode
    /// About how much memory it takes to tell of the write: the bytes of the request.
    let size: Int
}
