import Synchronization

/// Going back to an earlier moment.
extension Database {
    /// A database at one moment: its documents, its past, its open transactions, and the time of its latest commit.
    struct Checkpoint: Sendable {
        fileprivate let current: Current
    }

    func checkpoint() -> Checkpoint {
        current.withLock { Checkpoint(current: $0) }
    }

    /// Makes everything as it was. No request may be under way.
    func restore(_ checkpoint: Checkpoint) {
        current.withLock { current in
            let (before, revision) = (current.state, current.revision)
            current = checkpoint.current
            current.revision = revision + 1
            let (after, time) = (current.state, current.stateTime)
            feed.publish {
                DatabaseChange(database: id, documents: nil, before: before, after: after, time: time)
            }
        }
    }
}
