import AnalysisCore
import RealtimeDatabaseModel

/// Changes of what a request writes, and where.
extension DatabaseScenario {
    /// No update of a search writes more paths.
    private static let mostPaths = 4

    /// Has a node after the write be as wanted: the request writes it, or it is there before.
    mutating func write(_ node: DataNode, at path: DatabasePath, _ random: inout SeededRandom) {
        guard case .write(var entries) = operation else { return }
        if random.oneIn(3), remove(from: path, leaving: node) { return }
        if let index = entries.firstIndex(where: { $0.path.contains(path) }) {
            let entry = entries[index]
            var written = entry.node
            written.set(node, at: DatabasePath(Array(path.keys.dropFirst(entry.path.keys.count))))
            entries[index] = DatabaseUpdate.Entry(entry.path, written)
        } else if entries.contains(where: { path.contains($0.path) }) {
            switch random.below(3) {
            // What is written below comes on top.
            case 0: return root.set(node, at: path)
            case 1 where node.hasChildren: return raise(to: path, having: node)
            default: break
            }
            entries.removeAll { path.contains($0.path) }
            entries.append(DatabaseUpdate.Entry(path, node))
        } else if random.oneIn(3), entries.count < DatabaseScenario.mostPaths {
            entries.append(DatabaseUpdate.Entry(path, node))
        } else {
            root.set(node, at: path)
            return
        }
        operation = .write(entries)
    }

    /// Deletes children instead of writing what is left, which nothing validates.
    private mutating func remove(from path: DatabasePath, leaving node: DataNode) -> Bool {
        let present = after.value(at: path)
        let removed = present.children.filter { node.child($0.key).isNull }
        guard !removed.isEmpty, removed.count <= DatabaseScenario.mostPaths, node.hasChildren,
            node.children.allSatisfy({ present.child($0.key) == $0.value })
        else { return false }
        root.set(present, at: path)
        operation = .write(removed.map { DatabaseUpdate.Entry(path.appending($0.key), .null) })
        return true
    }

    /// Writes a node above instead, with what is there after the write, and more.
    mutating func raise(to path: DatabasePath, having more: DataNode = .null) {
        guard case .write(var entries) = operation else { return }
        var node = after.value(at: path)
        for (key, child) in more.children { node.set(child, at: DatabasePath([key])) }
        entries.removeAll { path.contains($0.path) }
        entries.append(DatabaseUpdate.Entry(path, node))
        operation = .write(entries)
    }

    /// Writes the children of a node, each by its own path, instead of the node.
    mutating func lower(_ index: Int) {
        guard case .write(var entries) = operation, entries.indices.contains(index) else { return }
        let entry = entries[index]
        let parts = entry.node.children.prefix(DatabaseScenario.mostPaths)
        if parts.isEmpty { return }
        entries.remove(at: index)
        entries += parts.map { DatabaseUpdate.Entry(entry.path.appending($0.key), $0.value) }
        operation = .write(Array(entries.prefix(DatabaseScenario.mostPaths)))
    }

    /// Gives a path of the request, and what it writes, another key.
    ///
    /// - Parameter movesStored: Whether what is stored under the key gets the new one, too.
    mutating func rename(_ level: Int, of path: DatabasePath, to key: DataKey, movesStored: Bool) {
        guard path.keys.indices.contains(level), path.keys[level] != key else { return }
        let (above, old) = (DatabasePath(Array(path.keys[..<level])), path.keys[level])
        switch operation {
        case .read(let path, let query):
            operation = .read(path.replacing(old, by: key, below: above), query)
        case .write(let entries):
            operation = .write(
                entries.map { entry in
                    if above.contains(entry.path) && entry.path.keys.count > level {
                        return DatabaseUpdate.Entry(
                            entry.path.replacing(old, by: key, below: above), entry.node)
                    }
                    guard entry.path.contains(above) else { return entry }
                    var node = entry.node
                    node.move(
                        DatabasePath(Array(above.keys.dropFirst(entry.path.keys.count))), old, to: key)
                    return DatabaseUpdate.Entry(entry.path, node)
                }.withoutOverlaps)
        }
        if movesStored { root.move(above, old, to: key) }
    }
}

extension DatabasePath {
    /// The path with another key in one place.
    func replacing(_ old: DataKey, by key: DataKey, below above: DatabasePath) -> DatabasePath {
        let level = above.keys.count
        guard above.contains(self), keys.count > level, keys[level] == old else { return self }
        var keys = keys
        keys[level] = key
        return DatabasePath(keys)
    }
}

extension DataNode {
    /// Moves a child of a node to another key, unless something is there.
    mutating func move(_ parent: DatabasePath, _ old: DataKey, to key: DataKey) {
        let child = value(at: parent.appending(old))
        guard !child.isNull, value(at: parent.appending(key)).isNull else { return }
        set(.null, at: parent.appending(old))
        set(child, at: parent.appending(key))
    }

    /// The paths of all nodes that have no children, at most so many.
    func leaves(limit: Int = 60) -> [DatabasePath] {
        var leaves: [DatabasePath] = []
        collect(DatabasePath.root, into: &leaves, limit)
        return leaves
    }

    private func collect(_ path: DatabasePath, into leaves: inout [DatabasePath], _ limit: Int) {
        if leaves.count >= limit { return }
        switch self {
        case .null: return
        case .boolean, .number, .string: leaves.append(path)
        case .prioritized(let value, _): value.collect(path, into: &leaves, limit)
        case .object(let children):
            for (key, child) in children { child.collect(path.appending(key), into: &leaves, limit) }
        }
    }
}

extension [DatabaseUpdate.Entry] {
    /// The entries without those whose paths are in, or above, that of one before.
    var withoutOverlaps: [DatabaseUpdate.Entry] {
        var kept: [DatabaseUpdate.Entry] = []
        for entry in self
        where !kept.contains(where: { $0.path.contains(entry.path) || entry.path.contains($0.path) }) {
            kept.append(entry)
        }
        return kept
    }
}
