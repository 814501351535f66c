/// Which children of a node are asked for, and in which order.
///
/// Source: https://firebase.google.com/docs/database/rest/retrieve-data#section-rest-filtering
package struct DataQuery: Sendable, Hashable {
    /// By what the children are ordered.
    package enum Order: Sendable, Hashable {
        case key
        case value
        /// Priorities are not kept: all children are equal, and ordered by their keys.
        case priority
        case child(DatabasePath)
    }

    /// Where the children begin or end.
    package struct Bound: Sendable, Hashable {
        /// What is compared with that by which the children are ordered; with `key` order a text.
        package var value: Scalar
        /// The key from which on, or up to which, children with that very value belong to it.
        package var key: DataKey?
        package var includesEqual: Bool

        package init(_ value: Scalar, key: DataKey? = nil, includesEqual: Bool = true) {
            self.value = value
            self.key = key
            self.includesEqual = includesEqual
        }
    }

    /// A value without children.
    package enum Scalar: Sendable, Hashable {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)

        package var node: DataNode {
            switch self {
            case .null: .null
            case .boolean(let value): .boolean(value)
            case .number(let value): .number(value)
            case .string(let value): .string(value)
            }
        }
    }

    /// How many children at most, and from which end.
    package enum Limit: Sendable, Hashable {
        case first(Int)
        case last(Int)
    }

    package var order: Order
    package var start: Bound?
    package var end: Bound?
    package var limit: Limit?

    /// Asks for all children, in an order.
    package init(order: Order, start: Bound? = nil, end: Bound? = nil, limit: Limit? = nil) {
        self.order = order
        self.start = start
        self.end = end
        self.limit = limit
    }
}
