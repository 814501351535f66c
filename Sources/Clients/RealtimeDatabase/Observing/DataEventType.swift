package import RealtimeDatabaseModel

/// Identifies an observer, to remove it.
public typealias DatabaseHandle = UInt

/// What an observer wants to know.
public enum DataEventType: Int, Sendable, CaseIterable {
    /// A child is there that was not before. At first, one event for each child.
    case childAdded
    /// A child is no longer there. The snapshot has its last data.
    case childRemoved
    /// The data of a child, or below it, has changed.
    case childChanged
    /// A child has changed in a way that concerns the order of the query.
    case childMoved
    /// Any data has changed. Comes after all other events of a change, and once at first.
    case value
}

/// An event of a query.
package struct DataEvent: Sendable, Equatable {
    package let type: DataEventType
    /// The child; nil for ``DataEventType/value``.
    package let key: DataKey?
    /// The data of the child, or of the query.
    package let node: DataNode
    /// The child before this one in the order of the query; nil for the first, a removed one, and a value.
    package var previousKey: DataKey?
}
