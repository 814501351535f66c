extension DataNode {
    /// The approximate memory of the node, in bytes.
    ///
    /// - Parameter limit: Stops counting at this number.
    package func size(upTo limit: Int) -> Int {
        switch self {
        case .null, .boolean, .number: return DataNode.ownSize
        case .string(let text): return DataNode.ownSize + text.utf8.count
        case .prioritized(let node, let priority):
            return DataNode.ownSize + priority.size(upTo: limit) + node.size(upTo: limit)
        case .object(let children):
            var size = DataNode.ownSize
            for (key, child) in children {
                if size >= limit { break }
                size += key.string.utf8.count + child.size(upTo: limit - size)
            }
            return size
        }
    }

    /// The memory of a node besides its texts and its children, including its entry in its parent.
    private static let ownSize = 64
}
