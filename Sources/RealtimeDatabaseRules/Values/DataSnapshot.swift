import RealtimeDatabaseModel

/// A place in the database, before or after a write. What is there is looked up when it is asked for.
struct DataSnapshot: Sendable {
    let root: DataNode
    /// The keys from the root on.
    let keys: [DataKey]

    var node: DataNode {
        var node = root
        for key in keys {
            guard case .object(let children) = node, let child = children[key] else { return .null }
            node = child
        }
        return node
    }

    var path: DatabasePath { DatabasePath(keys) }

    func child(_ path: [DataKey]) -> DataSnapshot { DataSnapshot(root: root, keys: keys + path) }

    /// Nil for the root.
    var parent: DataSnapshot? {
        keys.isEmpty ? nil : DataSnapshot(root: root, keys: Array(keys.dropLast()))
    }

    /// The keys of a path with slashes; none that no database can hold is an error, there is just nothing.
    ///
    /// - Returns: nil for a text that is too long for any path.
    static func keys(_ path: String) -> [DataKey]? {
        guard path.utf8.count <= longestPath else { return nil }
        return path.utf8.split(separator: UInt8(ascii: "/")).map { DataKey(String(Substring($0))) }
    }

    private static let longestPath = DatabasePath.maximumDepth * (DataKey.maximumLength + 1)
}
