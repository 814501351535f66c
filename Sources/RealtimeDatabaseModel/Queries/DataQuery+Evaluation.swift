import FirestoreModel

extension DataQuery {
    /// The children of a node that the query asks for, in its order.
    ///
    /// By key only those are looked at that are asked for.
    package func matches(in node: DataNode) -> [(key: DataKey, value: DataNode)] {
        let children = node.children
        switch order {
        case .key, .priority: return matchesByKey(children)
        case .value: return matches(children) { $0 }
        case .child(let path): return matches(children) { $0.value(at: path) }
        }
    }

    /// The node with only those children that the query asks for.
    package func result(in node: DataNode) -> DataNode {
        var result = DataChildren()
        for (key, value) in matches(in: node) { result[key] = value }
        return DataNode(result)
    }

    private func matchesByKey(_ children: DataChildren) -> [(key: DataKey, value: DataNode)] {
        var (from, to) = (children.startIndex, children.endIndex)
        if let start, let key = key(of: start) {
            from = place(of: key, in: children, isBehind: !start.includesEqual)
        }
        if let end, let key = key(of: end) { to = place(of: key, in: children, isBehind: end.includesEqual) }
        guard from < to else { return [] }
        switch limit {
        case nil: return Array(children[from..<to])
        case .first(let count): return Array(children[from..<to].prefix(count))
        case .last(let count): return Array(children[from..<to].suffix(count))
        }
    }

    /// The key that a bound names where keys are what orders.
    private func key(of bound: Bound) -> DataKey? {
        if order == .priority { return bound.key }
        if case .string(let text) = bound.value { return DataKey(text) }
        return nil
    }

    private func place(of key: DataKey, in children: DataChildren, isBehind: Bool) -> DataChildren.Index {
        let index = children.lowerBound(key)
        guard isBehind, index < children.endIndex, children[index].key == key else { return index }
        return children.index(after: index)
    }

    private func matches(
        _ children: DataChildren, by value: (DataNode) -> DataNode
    ) -> [(key: DataKey, value: DataNode)] {
        var found: [(rank: DataNode, child: (key: DataKey, value: DataNode))] = []
        for child in children {
            let rank = value(child.value)
            if isWithin(rank, child.key) { found.append((rank, child)) }
        }
        found.sort { left, right in
            switch left.rank.compare(to: right.rank) {
            case .less: true
            case .greater: false
            case .equal: left.child.key < right.child.key
            }
        }
        let sorted = found.map(\.child)
        switch limit {
        case nil: return sorted
        case .first(let count): return Array(sorted.prefix(count))
        case .last(let count): return Array(sorted.suffix(count))
        }
    }

    private func isWithin(_ rank: DataNode, _ key: DataKey) -> Bool {
        if let start {
            switch rank.compare(to: start.value.node) {
            case .less: return false
            case .equal:
                if let first = start.key, start.includesEqual ? key < first : key <= first { return false }
                if start.key == nil, !start.includesEqual { return false }
            case .greater: break
            }
        }
        if let end {
            switch rank.compare(to: end.value.node) {
            case .greater: return false
            case .equal:
                if let last = end.key, end.includesEqual ? key > last : key >= last { return false }
                if end.key == nil, !end.includesEqual { return false }
            case .less: break
            }
        }
        return true
    }
}
