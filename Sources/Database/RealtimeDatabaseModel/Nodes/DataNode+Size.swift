extension DataNode {
    /// About how many bytes of memory the node takes.
    ///
    /// - Parameter limit: It is not looked further when there are as many.
    package func size(upTo limit: Int) -> Int {
        switch self {
        case .null, .boolean, .number: return DataNode.ownSize
        case .string(let text): return DataNode.ownSize + text.utf8.count
        case .object(let children):
            var size = DataNode.ownSize
            for (key, child) in children {
                if size >= limit { break }
                size += key.string.utf8.count + child.size(upTo: limit - size)
            }
            return size
        }
    }

    /// What a node takes beside its texts and its children, with its place in its parent.
    private static let ownSize = 64
}
