package import RealtimeDatabaseModel

/// What the children of a node are indexed by. Keys and priorities always are.
package struct DatabaseIndexes: Hashable, Sendable {
    /// The paths below each child whose values are indexed.
    package var children: Set<DatabasePath> = []
    /// Whether the values of the children are.
    package var includesValue = false

    package init() {}

    /// Whether a query in this order finds its children without looking at all of them.
    package func contains(_ order: DataQuery.Order) -> Bool {
        switch order {
        case .key, .priority: true
        case .value: includesValue
        case .child(let path): children.contains(path)
        }
    }
}
