package import RealtimeDatabaseModel

/// Works out the events of a query, in the order in which Firebase's SDKs raise them: removed, added, moved, changed,
/// value; within each, by the order of the query.
package struct DataEvents {
    /// The query; one by key for all children in their usual order.
    private let query: DataQuery

    package init(query: DataQuery) { self.query = query }

    /// The events for an observer of data that is known already.
    package func initial(_ node: DataNode) -> [DataEvent] {
        var events: [DataEvent] = []
        var previous: DataKey?
        for (key, child) in query.sorted(node.children) {
            events.append(DataEvent(type: .childAdded, key: key, node: child, previousKey: previous))
            previous = key
        }
        events.append(DataEvent(type: .value, key: nil, node: node))
        return events
    }

    /// The events for a change.
    ///
    /// - Parameter changedKey: The only child that can have changed; nil if any can.
    package func change(from old: DataNode, to new: DataNode, at changedKey: DataKey? = nil) -> [DataEvent] {
        let (before, after) = (old.children, new.children)
        let keys = changedKey.map { [$0] } ?? DataEvents.keys(before, after)
        typealias Child = (key: DataKey, value: DataNode)
        var (removed, added, moved, changed): ([Child], [Child], [Child], [Child]) = ([], [], [], [])
        for key in keys {
            switch (before[key], after[key]) {
            case (let child?, nil): removed.append((key, child))
            case (nil, let child?): added.append((key, child))
            case (let child?, let now?) where child != now:
                changed.append((key, now))
                if query.rank(of: child) != query.rank(of: now) { moved.append((key, now)) }
            case (_?, _?), (nil, nil): continue
            }
        }
        var order = ChildOrder(query, after)
        var events = query.sorted(removed).map { DataEvent(type: .childRemoved, key: $0.key, node: $0.value) }
        for (type, children) in [
            (DataEventType.childAdded, added), (.childMoved, moved), (.childChanged, changed),
        ] {
            for (key, child) in query.sorted(children) {
                events.append(
                    DataEvent(type: type, key: key, node: child, previousKey: order.key(before: key)))
            }
        }
        events.append(DataEvent(type: .value, key: nil, node: new))
        return events
    }

    private static func keys(_ before: DataChildren, _ after: DataChildren) -> [DataKey] {
        after.map(\.key) + before.lazy.map(\.key).filter { after[$0] == nil }
    }
}

/// The order of the children of a node, worked out when somebody asks.
private struct ChildOrder {
    private let query: DataQuery
    private let children: DataChildren
    private var previous: [DataKey: DataKey]?

    init(_ query: DataQuery, _ children: DataChildren) {
        self.query = query
        self.children = children
    }

    /// The child before another one; nil for the first.
    mutating func key(before key: DataKey) -> DataKey? {
        if case .key = query.order {
            let index = children.lowerBound(key)
            return index > children.startIndex ? children[children.index(before: index)].key : nil
        }
        let previous = previous ?? pairs()
        self.previous = previous
        return previous[key]
    }

    private func pairs() -> [DataKey: DataKey] {
        let keys = query.sorted(children).map(\.key)
        return Dictionary(zip(keys.dropFirst(), keys)) { first, _ in first }
    }
}
