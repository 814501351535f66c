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

    /// The last part of the location's path; nil for the root.
    public var key: String? { ref.key }

    /// Whether there is data.
    public func exists() -> Bool { !node.isNull }

    /// The data; null without data.
    public var value: DatabaseValue { DatabaseValue(node) }

    /// The data as a value of a Swift type. Dates are read from milliseconds since 1970.
    ///
    /// - Throws: ``DatabaseError`` with `.invalidArgument` for data of another form; its `underlying` error says where.
    public func data<Value: Decodable>(as type: Value.Type) throws(DatabaseError) -> Value {
        do {
            return try CodableValues.decode(type, from: node)
        } catch {
            throw DatabaseError(
                .invalidArgument, "What is at \(ref.path) cannot be read as \(type).", underlying: error)
        }
    }

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
    public var childrenCount: Int { node.children.count }

    /// The children in the order of the query, or of their keys without one.
    public var children: [DataSnapshot] {
        // The server selects the children but does not send them in order.
        DataQuery(order: order ?? .key).matches(in: node).map { key, value in
            DataSnapshot(ref.child(DatabasePath([key])), value)
        }
    }
}
