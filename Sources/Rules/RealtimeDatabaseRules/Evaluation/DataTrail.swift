import RealtimeDatabaseModel

/// The nodes on the way to the requested node, looked up on demand.
struct DataTrail {
    private var nodes: [DataNode]

    init(_ root: DataNode) {
        nodes = [root]
    }

    /// The place that the first `level` keys lead to.
    mutating func snapshot(_ keys: [DataKey], level: Int) -> DataSnapshot {
        while nodes.count <= level { nodes.append(nodes[nodes.count - 1].child(keys[nodes.count - 1])) }
        return DataSnapshot(nodes: nodes, keys: keys, level: level)
    }

    /// Keeps the nodes that the first `level` keys lead to, and drops those below.
    mutating func forget(behind level: Int) {
        if nodes.count > level + 1 { nodes.removeSubrange((level + 1)...) }
    }
}
