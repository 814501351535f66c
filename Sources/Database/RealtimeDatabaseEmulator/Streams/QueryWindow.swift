import RealtimeDatabaseModel

/// The children of a node that match a query, updated change by change.
struct QueryWindow: Sendable {
    private let query: DataQuery
    /// The matching children.
    private(set) var children: DataChildren

    init(_ query: DataQuery, of node: DataNode) {
        self.query = query
        children = query.result(in: node).children
    }

    /// The matching children, as a node.
    var node: DataNode { DataNode(children) }

    /// Applies changes.
    ///
    /// - Parameters:
    ///   - keys: The children that may have changed.
    ///   - node: The node as it is now.
    /// - Returns: The matching children that are new, changed or gone, in order.
    mutating func update(_ keys: Set<DataKey>, of node: DataNode) -> [DataKey] {
        let old = children
        if isFull, keys.contains(where: { mayGiveWay($0, to: node.child($0)) }) {
            // Others may move up; only the whole node shows which.
            children = query.result(in: node).children
        } else {
            for key in keys {
                let child = node.child(key)
                children[key] = !child.isNull && query.includes(key, child) ? child : nil
            }
            keepWithinLimit()
        }
        // Without a limit, no child displaces another.
        var affected = keys
        if limit != nil {
            affected.formUnion(Set(old.map(\.key)).symmetricDifference(children.map(\.key)))
        }
        return affected.filter { old[$0] != children[$0] }.sorted()
    }

    private var limit: Int? {
        switch query.limit {
        case nil: nil
        case .first(let count), .last(let count): count
        }
    }

    private var isFull: Bool { limit.map { children.count >= $0 } ?? false }

    /// Whether a matching child loses its place, or might.
    private func mayGiveWay(_ key: DataKey, to child: DataNode) -> Bool {
        guard let shown = children[key] else { return false }
        return child.isNull || query.rank(of: shown) != query.rank(of: child) || !query.includes(key, child)
    }

    private mutating func keepWithinLimit() {
        guard let limit, children.count > limit else { return }
        var kept = DataChildren()
        for (key, child) in query.limited(query.sorted(children)) { kept[key] = child }
        children = kept
    }
}
