import FirestoreModel
import Synchronization

/// Importing documents from a file, and exporting them.
extension Database {
    /// The state after the latest commit.
    var latestState: DatabaseState { current.withLock { $0.state } }

    /// Stores documents unchanged, with their times, and replaces existing ones.
    ///
    /// Documents without times get that of this commit. Later commits have later times than any of these documents.
    func load(_ documents: [Document]) {
        if documents.isEmpty { return }
        let newest = documents.lazy.compactMap(\.updateTime).max() ?? .zero
        current.withLock { current in
            let next = Timestamp(microseconds: current.lastCommit.microseconds + 1)
            let time = max(current.now(clock), next, newest)
            let replacedSize = documents.reduce(0) {
                $0 + (current.state.document($1.name.path)?.fields.storageSize ?? 0)
            }
            let changes = documents.map { ($0.name.path, StoredDocument($0, at: time) as StoredDocument?) }
            apply(changes, replacing: replacedSize, to: &current, at: time)
            current.lastCommit = time
        }
    }
}

extension StoredDocument {
    /// A document with its own times, or with that of the commit if it has none.
    fileprivate convenience init(_ document: Document, at time: Timestamp) {
        let updateTime = document.updateTime ?? time
        self.init(
            name: document.name, fields: document.fields, createTime: document.createTime ?? updateTime,
            updateTime: updateTime)
    }
}
