package import RealtimeDatabaseModel

/// A place in the database, before or after a write.
///
/// Most places that rules look at are on the way to the requested node. The nodes there are looked up once, all others on demand.
package struct DataSnapshot: Sendable {
    /// The nodes on a way down from the root, which is the first.
    private let nodes: [DataNode]
    /// The keys of that way.
    private let keys: [DataKey]
    /// How many of these keys lead to the place, or to the node where its own keys begin.
    private let level: Int
    private let ownKeys: [DataKey]

    init(nodes: [DataNode], keys: [DataKey], level: Int, ownKeys: [DataKey] = []) {
        self.nodes = nodes
        self.keys = keys
        self.level = level
        self.ownKeys = ownKeys
    }

    var node: DataNode {
        var node = nodes[level]
        for key in ownKeys {
            guard case .object(let children) = node.plain, let child = children[key] else { return .null }
            node = child
        }
        return node
    }

    package var path: DatabasePath { DatabasePath(Array(keys[..<level] + ownKeys)) }

    func child(_ path: [DataKey]) -> DataSnapshot {
        DataSnapshot(
            nodes: nodes, keys: keys, level: level, ownKeys: ownKeys.isEmpty ? path : ownKeys + path)
    }

    /// Nil for the root.
    var parent: DataSnapshot? {
        if !ownKeys.isEmpty {
            return DataSnapshot(nodes: nodes, keys: keys, level: level, ownKeys: Array(ownKeys.dropLast()))
        }
        return level == 0 ? nil : DataSnapshot(nodes: nodes, keys: keys, level: level - 1)
    }

    /// The keys of a path with slashes. At a path that no database can hold there is nothing, which is not an error.
    ///
    /// - Returns: nil for a text that is too long for any path.
    static func keys(_ path: String) -> [DataKey]? {
        guard path.utf8.count <= longestPath else { return nil }
        // Most paths are a single key.
        if !path.isEmpty, !path.utf8.contains(UInt8(ascii: "/")) { return [DataKey(path)] }
        return path.utf8.split(separator: UInt8(ascii: "/")).map { DataKey(String(Substring($0))) }
    }

    private static let longestPath = DatabasePath.maximumDepth * (DataKey.maximumLength + 1)
}
