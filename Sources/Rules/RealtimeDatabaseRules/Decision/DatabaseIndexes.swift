package import RealtimeDatabaseModel

/// The indexes of a node's children. Keys and priorities are always indexed.
package struct DatabaseIndexes: Hashable, Sendable {
    /// The paths below each child whose values are indexed.
    package var children: Set<DatabasePath> = []
    /// Whether the values of the children are indexed.
    package var includesValue = false

    package init() {}

    /// Whether an index serves queries in this order.
    package func contains(_ order: DataQuery.Order) -> Bool {
        switch order {
        case .key, .priority: true
        case .value: includesValue
        case .child(let path): children.contains(path)
        }
    }
}
