import FirestoreModel
import SortedMaps
import Synchronization

/// What has happened to a database, as far as it is remembered.
extension Database {
    /// A version of a document that is still remembered.
    struct Version: Sendable {
        /// When it began; nil if that was before everything that is remembered.
        let time: Timestamp?
        /// Nil if the document did not exist.
        let document: StoredDocument?
        let origin: CommitOrigin?
    }

    /// The times that can be read.
    struct Past: Sendable {
        /// The earliest one.
        let begin: Timestamp
        fileprivate let current: Current

        /// The commits, the latest first.
        var commits: some Sequence<PastCommit> {
            current.history.commits(before: current.state, since: current.stateTime)
                .prefix { $0.time > begin }
        }
    }

    var past: Past {
        current.withLock { current in
            let now = current.now(clock)
            let window = Timestamp(
                seconds: now.seconds - profile.readTimeWindow, nanoseconds: now.nanoseconds)
            return Past(begin: max(current.history.begin, window), current: current)
        }
    }
}

extension Database.Past {
    /// The latest versions of a document, the latest first. The last one is the earliest that is remembered, unless there are more.
    func versions(of path: DocumentPath, limit: Int) -> [Database.Version] {
        var versions: [Database.Version] = []
        var earliest = current.state.document(path)
        for commit in commits {
            earliest = commit.before.document(path)
            let document = commit.after.document(path)
            if document === earliest { continue }
            if versions.count == limit { return versions }
            versions.append(Database.Version(time: commit.time, document: document, origin: commit.origin))
        }
        if let earliest, versions.count < limit {
            versions.append(Database.Version(time: nil, document: earliest, origin: nil))
        }
        return versions
    }
}
