import CoreValues

extension DataQuery {
    /// The children of a node that match the query, in its order.
    ///
    /// With key order, reads only the requested ones.
    package func matches(in node: DataNode) -> [(key: DataKey, value: DataNode)] {
        order == .key ? matchesByKey(node.children) : matchesByRank(node.children)
    }

    /// The node with only the children that match the query.
    package func result(in node: DataNode) -> DataNode {
        var result = DataChildren()
        for (key, value) in matches(in: node) { result[key] = value }
        return DataNode(result)
    }

    /// The sort value of a child, compared before its key.
    package func rank(of child: DataNode) -> DataNode {
        switch order {
        case .key: .null
        case .priority: child.priority
        case .value: child
        case .child(let path): child.value(at: path)
        }
    }

    /// Whether a child lies between the bounds; ignores the limit.
    package func includes(_ key: DataKey, _ child: DataNode) -> Bool {
        if order == .key { return includes(key) }
        let rank = rank(of: child)
        return isBehindStart(rank, key) && isBeforeEnd(rank, key)
    }

    /// The first or last children of a sorted list, as many as the query allows.
    package func limited<Child>(_ children: [Child]) -> [Child] {
        switch limit {
        case nil: children
        case .first(let count): Array(children.prefix(count))
        case .last(let count): Array(children.suffix(count))
        }
    }

    /// Sorts children.
    package func sorted(_ children: some Sequence<(key: DataKey, value: DataNode)>) -> [(
        key: DataKey, value: DataNode
    )] {
        let ranked = children.map { (rank: rank(of: $0.value), child: $0) }.sorted { left, right in
            switch left.rank.compare(to: right.rank) {
            case .less: true
            case .greater: false
            case .equal: left.child.key < right.child.key
            }
        }
        return ranked.map(\.child)
    }

    private func matchesByRank(_ children: DataChildren) -> [(key: DataKey, value: DataNode)] {
        limited(sorted(children.filter { includes($0.key, $0.value) }))
    }

    private func matchesByKey(_ children: DataChildren) -> [(key: DataKey, value: DataNode)] {
        var (from, to) = (children.startIndex, children.endIndex)
        if let start, let key = start.keyOfOrder {
            from = place(of: key, in: children, isBehind: !start.includesEqual)
        }
        if let end, let key = end.keyOfOrder {
            to = place(of: key, in: children, isBehind: end.includesEqual)
        }
        guard from < to else { return [] }
        switch limit {
        case nil: return Array(children[from..<to])
        case .first(let count): return Array(children[from..<to].prefix(count))
        case .last(let count): return Array(children[from..<to].suffix(count))
        }
    }

    private func place(of key: DataKey, in children: DataChildren, isBehind: Bool) -> DataChildren.Index {
        let index = children.lowerBound(key)
        guard isBehind, index < children.endIndex, children[index].key == key else { return index }
        return children.index(after: index)
    }

    private func includes(_ key: DataKey) -> Bool {
        if let start, let first = start.keyOfOrder, start.includesEqual ? key < first : key <= first {
            return false
        }
        if let end, let last = end.keyOfOrder, end.includesEqual ? key > last : key >= last { return false }
        return true
    }

    private func isBehindStart(_ rank: DataNode, _ key: DataKey) -> Bool {
        guard let start else { return true }
        switch rank.compare(to: start.value.node) {
        case .less: return false
        case .greater: return true
        case .equal:
            guard let first = start.key else { return start.includesEqual }
            return start.includesEqual ? key >= first : key > first
        }
    }

    private func isBeforeEnd(_ rank: DataNode, _ key: DataKey) -> Bool {
        guard let end else { return true }
        switch rank.compare(to: end.value.node) {
        case .greater: return false
        case .less: return true
        case .equal:
            guard let last = end.key else { return end.includesEqual }
            return end.includesEqual ? key <= last : key < last
        }
    }
}

extension DataQuery.Bound {
    /// The key in the bound, with key order.
    fileprivate var keyOfOrder: DataKey? {
        if case .string(let text) = value { DataKey(text) } else { nil }
    }
}
