package import SortedMaps

/// The children of a node, in the order of their keys; none of them is null.
package struct DataChildren: Sendable, Equatable {
    private var map = SortedMap<DataKey, DataNode>()

    /// No children.
    package init() {}

    /// The child of a key; setting nil or null removes it.
    package subscript(key: DataKey) -> DataNode? {
        get { map[key] }
        set { map[key] = newValue.flatMap { $0.isNull ? nil : $0 } }
    }

    /// Changes a child in place. The closure may set it to nil, but not to null.
    mutating func modify(_ key: DataKey, _ change: (inout DataNode?) -> Void) {
        map.modify(key, change)
    }

    package static func == (left: DataChildren, right: DataChildren) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0.key == $1.key && $0.value == $1.value }
    }
}

extension DataChildren: BidirectionalCollection {
    package typealias Index = SortedMap<DataKey, DataNode>.Index

    package var startIndex: Index { map.startIndex }
    package var endIndex: Index { map.endIndex }
    package var count: Int { map.count }
    package var isEmpty: Bool { map.isEmpty }

    package subscript(position: Index) -> (key: DataKey, value: DataNode) { map[position] }
    package func index(after index: Index) -> Index { map.index(after: index) }
    package func index(before index: Index) -> Index { map.index(before: index) }
    package func distance(from start: Index, to end: Index) -> Int { map.distance(from: start, to: end) }

    /// The position of the first key that is not less than this one.
    package func lowerBound(_ key: DataKey) -> Index { map.lowerBound(key) }
}
