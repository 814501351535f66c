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
            let time = max(current.nextCommitTime(clock), newest)
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

extension Document {
    /// The same document in another database. References to documents of its own database follow it there.
    func moved(to database: DatabaseID) -> Document {
        let old = name.database
        if old == database { return self }
        var document = self
        document.name = DocumentName(database, name.path)
        document.fields = fields.moved(from: old, to: database)
        return document
    }
}

extension MapValue {
    fileprivate func moved(from old: DatabaseID, to new: DatabaseID) -> MapValue {
        MapValue(pairs: map { ($0.name, $0.value.moved(from: old, to: new)) })
    }
}

extension Value {
    fileprivate func moved(from old: DatabaseID, to new: DatabaseID) -> Value {
        switch self {
        case .reference(let name) where name.database == old: .reference(DocumentName(new, name.path))
        case .array(let elements): .array(elements.map { $0.moved(from: old, to: new) })
        case .map(let fields): .map(fields.moved(from: old, to: new))
        case .null, .boolean, .integer, .double, .timestamp, .string, .bytes, .reference, .geoPoint: self
        }
    }
}
