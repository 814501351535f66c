import RealtimeDatabaseModel

/// The nodes on the way to what is asked for, looked up as far as somebody wants to know.
struct DataTrail {
    private var nodes: [DataNode]

    init(_ root: DataNode) {
        nodes = [root]
    }

    /// The place that so many of the keys lead to.
    mutating func snapshot(_ keys: [DataKey], level: Int) -> DataSnapshot {
        while nodes.count <= level { nodes.append(nodes[nodes.count - 1].child(keys[nodes.count - 1])) }
        return DataSnapshot(nodes: nodes, keys: keys, level: level)
    }

    /// Keeps what does not change when only so many keys stay what they are.
    mutating func forget(behind level: Int) {
        if nodes.count > level + 1 { nodes.removeSubrange((level + 1)...) }
    }
}
