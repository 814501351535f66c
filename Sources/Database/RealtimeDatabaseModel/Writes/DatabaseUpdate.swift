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
            let relative = try DatabasePath(member.name)
            if relative.isRoot { throw DataProblem("a path of an update is empty") }
            let target = path.appending(relative)
            guard seen.insert(relative) else {
                throw DataProblem(
                    "the path \"\(DataProblem.short(member.name))\" is within another one of the update, or contains it"
                )
            }
            entries.append(
                Entry(target, try reader.node(member.value, over: root.value(at: target), at: target)))
        }
    }

    /// Executes the writes.
    package func apply(to root: inout DataNode) {
        for entry in entries { root.set(entry.node, at: entry.path) }
    }
}
