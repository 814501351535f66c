import FirestoreModel
import SortedMaps

/// Iterates over a range of an index, or of the documents themselves, and returns what matches the whole query.
struct MatchCursor {
    private let plan: QueryPlan
    private let collection: StoredCollection
    private let isBackward: Bool
    private var source: Source

    private enum Source {
        case index(SortedMap<OrderedBytes, ResourceID>, Range<SortedMap<OrderedBytes, ResourceID>.Index>)
        case documents(Range<SortedMap<ResourceID, StoredDocument>.Index>)
    }

    /// Starts the iteration; nil if the collection does not have the index.
    init?(plan: QueryPlan, scan: IndexScan, collection: StoredCollection) {
        self.plan = plan
        self.collection = collection
        isBackward = scan.isBackward
        if scan.definition.parts.isEmpty {
            source = .documents(Self.range(of: collection.documents, plan))
        } else {
            guard let entries = collection.index(scan.definition)?.entries else { return nil }
            let lower = entries.lowerBound(scan.bounds.lower)
            let upper = scan.bounds.upper.map(entries.lowerBound) ?? entries.endIndex
            source = .index(entries, lower..<max(lower, upper))
        }
    }

    /// The documents within the cursors of a plan in the order of names.
    private static func range(
        of documents: SortedMap<ResourceID, StoredDocument>, _ plan: QueryPlan
    ) -> Range<SortedMap<ResourceID, StoredDocument>.Index> {
        let isBackward = plan.orders.last?.direction == .descending
        func position(_ cursor: StructuredQuery.Cursor?) -> SortedMap<ResourceID, StoredDocument>.Index? {
            guard case .reference(let name)? = cursor?.values.first,
                name.path.collection == plan.singleCollection
            else {
                return nil
            }
            return documents.lowerBound(name.path.id)
        }
        // At most one document too many; each is still checked.
        let (first, last) = isBackward ? (plan.endAt, plan.startAt) : (plan.startAt, plan.endAt)
        let lower = position(first) ?? documents.startIndex
        var upper = position(last) ?? documents.endIndex
        if upper < documents.endIndex { upper = documents.index(after: upper) }
        return lower..<max(lower, upper)
    }

    /// The next match, in the order of the query.
    mutating func next() -> QueryPlan.Match? {
        while let document = nextDocument() {
            if let match = plan.match(document) { return match }
        }
        return nil
    }

    private mutating func nextDocument() -> StoredDocument? {
        switch source {
        case .index(let entries, let range):
            guard !range.isEmpty else { return nil }
            if isBackward {
                let position = entries.index(before: range.upperBound)
                source = .index(entries, range.lowerBound..<position)
                return collection[entries[position].value]
            }
            source = .index(entries, entries.index(after: range.lowerBound)..<range.upperBound)
            return collection[entries[range.lowerBound].value]
        case .documents(let range):
            guard !range.isEmpty else { return nil }
            if isBackward {
                let position = collection.documents.index(before: range.upperBound)
                source = .documents(range.lowerBound..<position)
                return collection.documents[position].value
            }
            source = .documents(collection.documents.index(after: range.lowerBound)..<range.upperBound)
            return collection.documents[range.lowerBound].value
        }
    }
}
