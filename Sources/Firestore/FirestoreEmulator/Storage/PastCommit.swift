import FirestoreModel
import FirestoreRPC

/// A change of a database that is still remembered.
struct PastCommit: Sendable {
    let time: Timestamp
    let before: DatabaseState
    let after: DatabaseState
    /// Who made it; nil for an import or a clearing.
    let origin: CommitOrigin?

    /// The documents that it created, replaced or deleted, by path.
    var paths: [DocumentPath] {
        var paths: [DocumentPath] = []
        after.forEachDifference(from: before, where: { _ in true }) { old, new in
            if let name = (new ?? old)?.name { paths.append(name.path) }
        }
        return paths
    }
}

/// Who made a commit, and by which call.
struct CommitOrigin: Sendable {
    let sender: Sender
    /// Nil if calls are not recorded.
    let call: CallNumbers?

    init(_ caller: Caller) {
        sender = caller.sender
        call = caller.record?.numbers
    }
}
