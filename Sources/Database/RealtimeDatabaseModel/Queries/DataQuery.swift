/// A query for children of a node, and their order.
///
/// Source: https://firebase.google.com/docs/database/rest/retrieve-data#section-rest-filtering
package struct DataQuery: Sendable, Hashable {
    /// The sort order of the children.
    package enum Order: Sendable, Hashable {
        case key
        case value
        case priority
        case child(DatabasePath)
    }

    /// A start or end of the children.
    package struct Bound: Sendable, Hashable {
        /// The value to compare with the children's sort values; with `key` order a text.
        package var value: Scalar
        /// The first or last key of children with exactly that value.
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

        package static func == (left: Scalar, right: Scalar) -> Bool { left.node == right.node }

        package func hash(into hasher: inout Hasher) {
            switch self {
            case .null: hasher.combine(0)
            case .boolean(let value): hasher.combine(value)
            case .number(let value): hasher.combine(value)
            case .string(let text): text.hashUTF8(into: &hasher)
            }
        }

        package var node: DataNode {
            switch self {
            case .null: .null
            case .boolean(let value): .boolean(value)
            case .number(let value): .number(value)
            case .string(let value): .string(value)
            }
        }
    }

    /// The maximum number of children, and from which end.
    package enum Limit: Sendable, Hashable {
        case first(Int)
        case last(Int)
    }

    package var order: Order
    package var start: Bound?
    package var end: Bound?
    package var limit: Limit?

    /// A query for all children, in an order.
    package init(order: Order, start: Bound? = nil, end: Bound? = nil, limit: Limit? = nil) {
        self.order = order
        self.start = start
        self.end = end
        self.limit = limit
    }
}
