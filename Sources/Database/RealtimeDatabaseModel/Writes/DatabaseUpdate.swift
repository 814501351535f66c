package import JSONText

/// Writes that are executed together or not at all, each with its path from the root.
package struct DatabaseUpdate: Sendable, Equatable {
    /// One path and its new data.
    package struct Entry: Sendable, Equatable {
        package let path: DatabasePath
        package let node: DataNode

        package init(_ path: DatabasePath, _ node: DataNode) {
            self.path = path
            self.node = node
        }
    }

    /// The writes; no path contains another.
    package private(set) var entries: [Entry]

    /// One write.
    package init(_ path: DatabasePath, _ node: DataNode) { entries = [Entry(path, node)] }

    /// Reads the data of a PUT.
    ///
    /// - Parameters:
    ///   - json: The data, or the priority if the path is that of one.
    ///   - path: The path of the request.
    ///   - root: The database before the write.
    ///   - reader: Reads the values.
    /// - Throws: ``DataProblem``.
    package init(
        put json: JSON, at path: DatabasePath, of root: DataNode, reader: DataReader
    ) throws(DataProblem) {
        entries = [try DatabaseUpdate.entry(json, at: path, of: root, reader)]
    }

    /// Setting a priority is a write of the node, with the data that it has.
    private static func entry(
        _ json: JSON, at path: DatabasePath, of root: DataNode, _ reader: DataReader
    ) throws(DataProblem) -> Entry {
        if path.keys.dropLast().contains(.priority) { throw DataProblem("there is nothing below a priority") }
        guard path.isPriority else {
            return Entry(path, try reader.node(json, over: root.value(at: path), at: path))
        }
        return Entry(path.node, root.value(at: path.node).withPriority(try reader.priority(json)))
    }

    /// Reads the object of a PATCH, whose keys may be paths.
    ///
    /// - Parameters:
    ///   - json: The object.
    ///   - path: The path of the request.
    ///   - root: The database before the write.
    ///   - reader: Reads the values.
    /// - Throws: ``DataProblem``, also if one path contains another.
    package init(
        patch json: JSON, at path: DatabasePath, of root: DataNode, reader: DataReader
    ) throws(DataProblem) {
        guard case .object(let members) = json else {
            throw DataProblem("an update is an object with a member for each path")
        }
        entries = []
        entries.reserveCapacity(members.count)
        var seen = WrittenPaths()
        for member in members {
            let relative = try DatabasePath(member.name, allowsPriority: true)
            if relative.isRoot { throw DataProblem("a path of an update is empty") }
            let target = path.appending(relative)
            guard seen.insert(relative.node) else {
                throw DataProblem(
                    "the path \"\(DataProblem.short(member.name))\" is within another one of the update, or contains it"
                )
            }
            entries.append(try DatabaseUpdate.entry(member.value, at: target, of: root, reader))
        }
    }

    /// Executes the writes.
    package func apply(to root: inout DataNode) {
        for entry in entries { root.set(entry.node, at: entry.path) }
    }
}
