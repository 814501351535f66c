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

    /// Makes everything as it was, the time of the latest commit too. So no request may be under way, and nobody may listen.
    func restore(_ checkpoint: Checkpoint) {
        current.withLock { current in
            let revision = current.revision
            current = checkpoint.current
            current.revision = revision + 1
        }
    }
}
