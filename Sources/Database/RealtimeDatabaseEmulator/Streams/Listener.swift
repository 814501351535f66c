import RealtimeDatabaseModel
import RealtimeDatabaseWire

/// A listener for changes.
struct Listener: Sendable {
    let path: DatabasePath
    /// The children to listen to; nil for the whole node.
    let query: DataQuery?
    var caller: Caller
    let sink: any ListenerSink
    /// The call that listens; nil if none is recorded.
    let record: CallRecord?
    /// The hash of what the listener has already; nil if it has nothing.
    private let knownHash: String?
    /// The children that the query shows now.
    private var window: QueryWindow?

    init(
        path: DatabasePath, query: DataQuery?, caller: Caller, sink: any ListenerSink,
        knownHash: String? = nil, record: CallRecord? = nil
    ) {
        self.path = path
        self.query = query
        self.caller = caller
        self.sink = sink
        self.knownHash = knownHash
        self.record = record
    }

    /// The event with the present data; nil if the listener has it.
    mutating func firstEvent(in root: DataNode) -> StreamEvent? {
        var node = root.value(at: path)
        if let query {
            let window = QueryWindow(query, of: node)
            self.window = window
            node = window.node
        }
        // Who has nothing waits for a first event, even if there is nothing.
        if let knownHash, !knownHash.isEmpty, knownHash == node.wireHash { return nil }
        return .put(.root, node)
    }

    /// The event for a commit; nil if nothing has changed for the listener.
    ///
    /// - Parameter entries: The writes of the commit at, above or below the listener's node.
    mutating func event(of commit: DatabaseCommit, _ entries: [DatabaseUpdate.Entry]) -> StreamEvent? {
        let changes =
            if window == nil {
                changes(of: commit, entries)
            } else {
                changesOfWindow(of: commit, entries)
            }
        return StreamEvent(changes, of: commit, for: path)
    }

    private func changes(
        of commit: DatabaseCommit, _ entries: [DatabaseUpdate.Entry]
    ) -> [DatabaseUpdate.Entry] {
        var changes: [DatabaseUpdate.Entry] = []
        for entry in entries {
            let relative = path.relative(entry.path)
            let changed = relative == nil ? path : entry.path
            let node = commit.after.value(at: changed)
            if node != commit.before.value(at: changed) {
                changes.append(DatabaseUpdate.Entry(relative ?? .root, node))
            }
        }
        return changes
    }

    private mutating func changesOfWindow(
        of commit: DatabaseCommit, _ entries: [DatabaseUpdate.Entry]
    ) -> [DatabaseUpdate.Entry] {
        guard let query, let old = window else { return [] }
        let node = commit.after.value(at: path)
        let relatives = entries.map { path.relative($0.path) }
        let keys = Set(relatives.compactMap { $0?.keys.first })
        guard keys.count > 0, relatives.allSatisfy({ $0?.isRoot == false }) else {
            let new = QueryWindow(query, of: node)
            window = new
            return new.node == old.node ? [] : [DatabaseUpdate.Entry(.root, new.node)]
        }
        var new = old
        let differing = new.update(keys, of: node)
        window = new
        var changes: [DatabaseUpdate.Entry] = []
        for key in differing {
            guard old.children[key] != nil, new.children[key] != nil else {
                changes.append(DatabaseUpdate.Entry(DatabasePath([key]), new.node.child(key)))
                continue
            }
            // For a child that stays, the event has only what was written below it.
            for case let relative? in relatives where relative.keys.first == key {
                let node = node.value(at: relative)
                if node != commit.before.value(at: path.appending(relative)) {
                    changes.append(DatabaseUpdate.Entry(relative, node))
                }
            }
        }
        return changes
    }
}

extension StreamEvent {
    /// The event with changes below a listener's node; nil if there are none.
    fileprivate init?(_ changes: [DatabaseUpdate.Entry], of commit: DatabaseCommit, for path: DatabasePath) {
        guard let first = changes.first else { return nil }
        // A node that was replaced, itself or from above, is sent as a whole.
        if first.path.isRoot || (changes.count == 1 && !commit.isPatch) {
            self = .put(first.path, first.node)
            return
        }
        guard commit.isPatch, let base = path.relative(commit.path),
            changes.allSatisfy({ base.contains($0.path) && $0.path != base })
        else {
            self = .patch(.root, changes)
            return
        }
        self = .patch(
            base, changes.map { DatabaseUpdate.Entry(base.relative($0.path) ?? $0.path, $0.node) })
    }
}
