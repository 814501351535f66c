import FirestoreModel

/// The results of a query, in order.
struct QueryResult: Sendable {
    let documents: [StoredDocument]
    /// How many results the offset passed over.
    let skipped: Int
}

/// Runs a plan on one state of the database.
extension QueryPlan {
    func run(on state: DatabaseState) -> QueryResult {
        // Documents of one collection lie in the order of their names: sorted already, and done when the limit is full.
        let isInNameOrder = orders.count == 1 && orders[0].direction == .ascending
        let most = limit.map { $0 + offset } ?? .max
        var matches: [Match] = []
        for collection in collections(of: state) {
            for (_, document) in collection {
                if isInNameOrder, !allDescendants, collectionID != nil, matches.count >= most { break }
                if let match = match(document) { matches.append(match) }
            }
        }
        if !isInNameOrder || allDescendants || collectionID == nil {
            matches.sort { compare($0.keys, $1.keys) == .less }
        }
        let skipped = min(offset, matches.count)
        return QueryResult(documents: matches.dropFirst(skipped).prefix(limit ?? .max).map(\.document), skipped: skipped)
    }

    private struct Match {
        let document: StoredDocument
        /// The document's values for the orders.
        let keys: [Value]
    }

    private func collections(of state: DatabaseState) -> [DatabaseState.Collection] {
        if let collectionID, !allDescendants {
            return [state.collection(CollectionPath(parent: parent, id: collectionID))]
        }
        let depth = (parent?.segments.count ?? 0) + 1
        return state.collections(below: parent)
            .filter { path, _ in
                (allDescendants || path.segments.count == depth) && (collectionID.map { $0 == path.id } ?? true)
            }
            .map(\.value)
    }

    /// The document as a result, or nil when a filter, a missing field or a cursor excludes it.
    private func match(_ document: StoredDocument) -> Match? {
        if let filter, !filter.matches(document) { return nil }
        var keys: [Value] = []
        keys.reserveCapacity(orders.count)
        for order in orders {
            guard let value = document.value(of: order.field) else { return nil }
            keys.append(value)
        }
        if let startAt {
            let order = compare(keys, startAt.values)
            if order == .less || (order == .equal && !startAt.before) { return nil }
        }
        if let endAt {
            let order = compare(keys, endAt.values)
            if order == .greater || (order == .equal && endAt.before) { return nil }
        }
        return Match(document: document, keys: keys)
    }

    /// Compares by the orders, as far as both sides have values.
    private func compare(_ left: [Value], _ right: [Value]) -> ComparisonOrder {
        for (index, order) in orders.enumerated() where index < left.count && index < right.count {
            let result = left[index].compare(to: right[index])
            if result != .equal { return order.direction == .ascending ? result : result.reversed }
        }
        return .equal
    }
}
