import CoreValues

/// A node of a database: nothing, a value, or children. Copies share their common parts.
///
/// Numbers are doubles, as in JavaScript. There are no empty objects: a node without children does not exist. A priority is a
/// number or a text beside the value.
package enum DataNode: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case object(DataChildren)
    /// A node with a priority: use ``plain`` and ``priority`` to read one, and ``withPriority(_:)`` to make one.
    indirect case prioritized(DataNode, DataNode)

    /// Whether the node is null.
    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// Whether there are children.
    package var hasChildren: Bool {
        if case .object = plain { true } else { false }
    }

    /// The children; none for a value.
    package var children: DataChildren {
        if case .object(let children) = plain { children } else { DataChildren() }
    }

    /// The child of a key; null if there is none.
    package func child(_ key: DataKey) -> DataNode {
        if case .object(let children) = plain { children[key] ?? .null } else { .null }
    }

    /// The node at a path; null if there is none.
    package func value(at path: DatabasePath) -> DataNode {
        var node = self
        for key in path.keys {
            guard case .object(let children) = node.plain, let child = children[key] else {
                return key == .priority ? node.priority : .null
            }
            node = child
        }
        return node
    }

    /// Replaces the node at a path; null removes it, and nodes above it that become empty.
    package mutating func set(_ node: DataNode, at path: DatabasePath) { set(node, at: path.keys[...]) }

    private mutating func set(_ node: DataNode, at keys: ArraySlice<DataKey>) {
        guard let key = keys.first else {
            self = node
            return
        }
        if case .prioritized(var value, let priority) = self {
            self = .null
            value.set(node, at: keys)
            self = value.withPriority(priority)
            return
        }
        // There is nothing to remove below a value.
        if node.isNull, !hasChildren { return }
        var children: DataChildren
        // Moved out, so that the changed part is uniquely referenced.
        if case .object(let own) = self { children = own } else { children = DataChildren() }
        self = .null
        children.modify(key) { child in
            var below = child ?? .null
            child = nil
            below.set(node, at: keys.dropFirst())
            child = below.isNull ? nil : below
        }
        self = DataNode(children)
    }

    /// The node that has these children.
    package init(_ children: DataChildren) {
        self = children.isEmpty ? .null : .object(children)
    }
}

extension DataNode: Equatable {
    package static func == (left: DataNode, right: DataNode) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameUTF8(as: b)
        case (.object(let a), .object(let b)): a == b
        case (.prioritized(let a, let first), .prioritized(let b, let second)): first == second && a == b
        case (_, _): false
        }
    }
}
