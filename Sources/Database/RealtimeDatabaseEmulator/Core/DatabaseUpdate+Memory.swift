import RealtimeDatabaseModel

extension DatabaseUpdate {
    /// The approximate number of bytes kept alive by holding a database for its data at the paths of the update.
    ///
    /// Counts no further than decisions may keep alive.
    func memory(in root: DataNode) -> Int {
        var memory = 0
        for entry in entries where memory < DecisionLog.largestPast {
            memory += DatabaseUpdate.memoryOfPath
            memory += root.whole(at: entry.path).size(upTo: DecisionLog.largestPast - memory)
        }
        return memory
    }

    /// The size of the nodes above that the two databases do not share.
    private static let memoryOfPath = 2048
}

extension DataNode {
    /// The node at a path, or the value above it, which a write below replaces.
    fileprivate func whole(at path: DatabasePath) -> DataNode {
        var node = self
        for key in path.keys where node.hasChildren { node = node.child(key) }
        return node
    }
}
