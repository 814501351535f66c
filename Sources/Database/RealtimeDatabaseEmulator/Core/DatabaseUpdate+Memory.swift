import RealtimeDatabaseModel

extension DatabaseUpdate {
    /// About how many bytes of memory somebody keeps alive who holds a database for the sake of what it has at the paths of the update.
    ///
    /// Looks at no more than decisions may keep alive.
    func memory(in root: DataNode) -> Int {
        var memory = 0
        for entry in entries where memory < DecisionLog.largestPast {
            memory += DatabaseUpdate.memoryOfPath
            memory += root.whole(at: entry.path).size(upTo: DecisionLog.largestPast - memory)
        }
        return memory
    }

    /// What the nodes above are that the two databases do not share.
    private static let memoryOfPath = 2048
}

extension DataNode {
    /// The node at a path, or the value above it, which gives way to whatever is written below.
    fileprivate func whole(at path: DatabasePath) -> DataNode {
        var node = self
        for key in path.keys where node.hasChildren { node = node.child(key) }
        return node
    }
}
