import FirestoreModel

/// The results of a query, in order.
struct QueryResult: Sendable {
    let documents: [StoredDocument]
    /// The number of results skipped by the offset.
    let skipped: Int
}

/// Runs a plan on one state of the database.
extension QueryPlan {
    /// Below this number of documents, a collection is scanned, which is faster than keeping an index.
    private static let minimumForIndex = 128

    /// - Parameters:
    ///   - state: The state that the query sees.
    ///   - usesIndexes: False to scan every collection; for tests.
    func run(on state: DatabaseState, usesIndexes: Bool = true) -> QueryResult {
        let most = limit.map { $0 + offset } ?? .max
        var matches: [Match] = []
        if let path = singleCollection {
            matches = run(on: state.collection(path), most: most, usesIndexes)
        } else {
            for collection in collections(of: state) {
                matches += run(on: collection, most: most, usesIndexes)
            }
            matches.sort { compare($0.keys, $1.keys) == .less }
        }
        let skipped = min(offset, matches.count)
        let documents = matches.dropFirst(skipped).prefix(limit ?? .max).map(\.document)
        return QueryResult(documents: search?.nearest(of: documents) ?? documents, skipped: skipped)
    }

    /// The only collection of the plan; nil if it has several.
    var singleCollection: CollectionPath? {
        guard let collectionID, !allDescendants else { return nil }
        return CollectionPath(parent: parent, id: collectionID)
    }

    private func collections(of state: DatabaseState) -> [StoredCollection] {
        state.collections(below: parent).filter { path, _ in includes(path) }.map(\.value)
    }

    /// Whether the documents of a collection can be results.
    func includes(_ path: CollectionPath) -> Bool {
        let parents = parent?.segments ?? []
        return (allDescendants || path.segments.count == parents.count + 1)
            && (collectionID.map { $0 == path.id } ?? true) && path.segments.starts(with: parents)
    }

    // MARK: One collection

    /// The missing indexes of a collection that the plan needs.
    func missingIndexes(of collection: StoredCollection) -> [IndexDefinition] {
        guard !isInNameOrder, collection.count >= Self.minimumForIndex else { return [] }
        return scans.map(\.definition).filter { !$0.parts.isEmpty && collection.index($0) == nil }
    }

    /// True if only the names decide the results and their order.
    private var isInNameOrder: Bool { filter == nil && orders.count == 1 }

    /// The first results in a collection, up to the limit.
    private func run(on collection: StoredCollection, most: Int, _ usesIndexes: Bool) -> [Match] {
        if usesIndexes, collection.count >= Self.minimumForIndex {
            let cursors = scans.map { MatchCursor(plan: self, scan: $0, collection: collection) }
            if !cursors.contains(where: { $0 == nil }) {
                return merged(cursors.compactMap { $0 }, most: most)
            }
        }
        var matches = collection.documents.compactMap { match($0.value) }
        matches.sort { compare($0.keys, $1.keys) == .less }
        return matches.count > most ? Array(matches.prefix(most)) : matches
    }

    /// Merges the results of the filter's conjunctions. A document with several matches appears several times in a row.
    private func merged(_ cursors: [MatchCursor], most: Int) -> [Match] {
        var cursors = cursors
        var heads = cursors.indices.map { cursors[$0].next() }
        var matches: [Match] = []
        while matches.count < most {
            var first: Int?
            for (position, head) in heads.enumerated() {
                guard let head else { continue }
                if let other = first.flatMap({ heads[$0] }), compare(head.keys, other.keys) != .less {
                    continue
                }
                first = position
            }
            guard let first, let match = heads[first] else { break }
            if matches.last?.document !== match.document { matches.append(match) }
            heads[first] = cursors[first].next()
        }
        return matches
    }

    // MARK: One document

    /// A document that is a result.
    struct Match {
        let document: StoredDocument
        /// The document's values for the orders.
        let keys: [Value]
    }

    /// The document as a result, or nil when a filter, a missing field or a cursor excludes it.
    func match(_ document: StoredDocument) -> Match? {
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

    /// Compares by the orders for which both sides have values.
    private func compare(_ left: [Value], _ right: [Value]) -> ComparisonOrder {
        for (index, order) in orders.enumerated() where index < left.count && index < right.count {
            let result = left[index].compare(to: right[index])
            if result != .equal { return order.direction == .ascending ? result : result.reversed }
        }
        return .equal
    }
}
