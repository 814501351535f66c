/// The position of a node in the tree of a database: the keys from the root to the node.
package struct DatabasePath: Hashable, Sendable, CustomStringConvertible {
    /// The keys, beginning at the root.
    package private(set) var keys: [DataKey]

    /// The root.
    package static let root = DatabasePath([])
    /// The maximum number of keys.
    /// Source: https://firebase.google.com/docs/database/usage/limits
    package static let maximumDepth = 32

    /// Creates a path from keys that are known to be valid.
    package init(_ keys: [DataKey]) { self.keys = keys }

    /// Reads keys separated by slashes; slashes at the ends, and repeated ones, are ignored.
    ///
    /// - Parameter allowsPriority: Whether the last key may be `.priority`.
    /// - Throws: ``DataProblem`` that names the invalid key.
    package init(_ text: String, allowsPriority: Bool = false) throws(DataProblem) {
        keys = []
        let parts = text.utf8.split(separator: UInt8(ascii: "/"))
        for (index, part) in parts.enumerated() {
            let key = DataKey(String(part) ?? "")
            if let problem = key.problem, !(allowsPriority && index == parts.count - 1 && key == .priority) {
                throw DataProblem("the path \"\(DataProblem.short(text))\" is not one: a key \(problem)")
            }
            keys.append(key)
        }
    }

    /// Whether this is the root.
    package var isRoot: Bool { keys.isEmpty }

    /// The key that leads from the parent to the node; nil for the root.
    package var lastKey: DataKey? { keys.last }

    /// The path of the node above; nil for the root.
    package var parent: DatabasePath? { keys.isEmpty ? nil : DatabasePath(keys.dropLast()) }

    /// Whether the path leads to the priority of a node, instead of to a node.
    package var isPriority: Bool { keys.last == .priority }

    /// The path of the node, where this is the path of its priority; otherwise this one.
    package var node: DatabasePath { isPriority ? DatabasePath(keys.dropLast()) : self }

    /// The path of a child.
    package func appending(_ key: DataKey) -> DatabasePath { DatabasePath(keys + [key]) }

    /// The path of a node below this one.
    package func appending(_ path: DatabasePath) -> DatabasePath { DatabasePath(keys + path.keys) }

    /// Whether another path is this one, or is below it.
    package func contains(_ other: DatabasePath) -> Bool { other.keys.starts(with: keys) }

    /// The path from this node to one that it contains; nil for another.
    package func relative(_ other: DatabasePath) -> DatabasePath? {
        contains(other) ? DatabasePath(Array(other.keys.dropFirst(keys.count))) : nil
    }

    /// The path with slashes: `/` for the root.
    package var description: String { "/" + keys.map(\.string).joined(separator: "/") }

    private init(_ keys: ArraySlice<DataKey>) { self.keys = Array(keys) }
}
