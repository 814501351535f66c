package import RealtimeDatabaseModel

/// The data at a location when it was read.
///
/// Copies and parts of a snapshot share its data.
public struct DataSnapshot: Sendable, Equatable {
    /// The location.
    public let ref: DatabaseReference
    package let node: DataNode
    private let order: DataQuery.Order?

    init(_ ref: DatabaseReference, _ node: DataNode, order: DataQuery.Order? = nil) {
        self.ref = ref
        self.node = node
        self.order = order
    }

    /// The last part of the location's path; empty for the root.
    public var key: String { ref.key ?? "" }

    /// Whether there is data.
    public func exists() -> Bool { !node.isNull }

    /// The data as Swift values: `String`, `Bool`, `[Any]`, `[String: Any]`; numbers are `NSNumber`, which casts to
    /// numeric types; `NSNull` without data.
    ///
    /// Of two keys that differ only in their Unicode normal form, a dictionary has one; ``children`` and
    /// ``databaseValue`` have both.
    public var value: Any? { node.plain() }

    /// The data as an enum of what a database can hold.
    public var databaseValue: DatabaseValue { DatabaseValue(node) }

    /// The data as ``value`` has it, with lists as dictionaries.
    public func valueInExportFormat() -> Any? { node.plain(rendersArrays: false) }

    /// Nil: priorities are not read.
    public var priority: Any? { nil }

    /// The data at a path below, such as `author/name`.
    public func childSnapshot(forPath path: String) -> DataSnapshot {
        let child = ref.child(path)
        guard let path = try? DatabasePath(path) else { return DataSnapshot(child, .null) }
        return DataSnapshot(child, node.value(at: path))
    }

    /// Whether there is data at a path below.
    public func hasChild(_ path: String) -> Bool { childSnapshot(forPath: path).exists() }

    /// Whether there are children.
    public func hasChildren() -> Bool { node.hasChildren }

    /// How many children there are.
    public var childrenCount: UInt { UInt(node.children.count) }

    /// The children in the order of the query, or of their keys without one.
    public var children: ChildEnumerator<DataSnapshot> {
        // The server selects the children but does not send them in order.
        ChildEnumerator(
            DataQuery(order: order ?? .key).matches(in: node).map { key, value in
                DataSnapshot(ref.child(DatabasePath([key])), value)
            })
    }
}

extension DataSnapshot: CustomStringConvertible {
    /// Key and data.
    public var description: String { "Snap (\(key)) \(node.json)" }
}
