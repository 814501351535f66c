/// Priorities, by which older apps order children.
///
/// Source: https://firebase.google.com/docs/reference/js/database#setwithpriority
extension DataNode {
    /// The priority: a number, a text, or null for none.
    package var priority: DataNode {
        if case .prioritized(_, let priority) = self { priority } else { .null }
    }

    /// The node without its own priority. Children keep theirs.
    package var plain: DataNode {
        if case .prioritized(let node, _) = self { node } else { self }
    }

    /// The node with another priority, or with none for null. Nothing has no priority.
    package func withPriority(_ priority: DataNode) -> DataNode {
        isNull || priority.isNull ? plain : .prioritized(plain, priority)
    }
}
