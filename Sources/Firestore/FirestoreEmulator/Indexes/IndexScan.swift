import FirestoreModel

/// A range of an index with every document that one conjunction of a query's filter can match, in the query's order.
///
/// The documents are still checked against the whole query; the range only says where to look.
struct IndexScan: Sendable {
    let definition: IndexDefinition
    /// The first key of the range, and the first one after it; nil if it is unbounded.
    private(set) var bounds: (lower: OrderedBytes, upper: OrderedBytes?)
    /// True if the index is read backwards.
    let isBackward: Bool

    /// Plans the scan for a conjunction.
    ///
    /// - Parameters:
    ///   - conjunction: Tests that must all hold.
    ///   - plan: The query that it belongs to.
    init(_ conjunction: [Filter], of plan: QueryPlan) {
        // The index has the ids in ascending order: a query in the other direction reads it backward.
        isBackward = plan.orders.last?.direction == .descending
        let equalities = IndexScan.equalities(conjunction)
        let orders = plan.orders.filter { order in
            !order.field.isDocumentID
                && !equalities.contains { $0.part == .value(order.field, isDescending: false) }
        }
        let backward = isBackward
        let sorted = orders.map { order in
            IndexDefinition.Part.value(
                order.field, isDescending: (order.direction == .descending) != backward)
        }
        definition = IndexDefinition(parts: equalities.map(\.part) + sorted)

        var prefix = OrderedBytes()
        for equality in equalities { prefix.append(equality.value) }
        bounds = (prefix, prefix.afterAllWithThisPrefix)
        if prefix.bytes.isEmpty { bounds.upper = nil }
        if case .value(let field, let isDescending)? = sorted.first {
            narrow(prefix, by: conjunction, on: field, isDescending: isDescending)
        }
        // If equalities replace orders, the cursor's values are not a prefix of the key.
        if orders.count + 1 == plan.orders.count { narrow(prefix, by: plan, sorted) }
    }

    /// The tests that fix a part of the key, each field once, in an order of their own.
    private static func equalities(_ conjunction: [Filter]) -> [(part: IndexDefinition.Part, value: Value)] {
        var values: [FieldPath: Value] = [:]
        var element: (field: FieldPath, value: Value)?
        for filter in conjunction {
            switch filter {
            case .field(let path, .equal, let value) where !path.isDocumentID:
                values[path] = values[path] ?? value
            case .unary(let path, .isNull): values[path] = values[path] ?? .null
            case .unary(let path, .isNaN): values[path] = values[path] ?? .double(.nan)
            case .field(let path, .arrayContains, let value): element = element ?? (path, value)
            case .field, .unary, .and, .or: continue
            }
        }
        let fixed = values.sorted { $0.key < $1.key }.map { path, value in
            (part: IndexDefinition.Part.value(path, isDescending: false), value: value)
        }
        return fixed + (element.map { [(.element($0.field), $0.value)] } ?? [])
    }

    // MARK: Narrowing

    private mutating func raiseLower(to key: OrderedBytes) {
        bounds.lower = max(bounds.lower, key)
    }

    private mutating func lowerUpper(to key: OrderedBytes?) {
        guard let key else { return }
        bounds.upper = bounds.upper.map { min($0, key) } ?? key
    }

    /// Narrows by the conjunction's ranges on the first sorted field.
    private mutating func narrow(
        _ prefix: OrderedBytes, by conjunction: [Filter], on field: FieldPath, isDescending: Bool
    ) {
        for case .field(field, let operation, let value) in conjunction {
            let isInclusive = operation == .lessThanOrEqual || operation == .greaterThanOrEqual
            switch operation {
            case .lessThan, .lessThanOrEqual:
                bound(prefix, isLower: isDescending, value, isInclusive: isInclusive, isDescending)
                bound(
                    prefix, isLower: !isDescending, raw: OrderedBytes.begin(of: value.typeClass), isDescending
                )
            case .greaterThan, .greaterThanOrEqual:
                bound(prefix, isLower: !isDescending, value, isInclusive: isInclusive, isDescending)
                bound(
                    prefix, isLower: isDescending, raw: OrderedBytes.begin(of: value.typeClass), isDescending)
            case .equal, .notEqual, .arrayContains, .arrayContainsAny, .in, .notIn: continue
            }
        }
    }

    /// Bounds the range on one side by a value.
    private mutating func bound(
        _ prefix: OrderedBytes, isLower: Bool, _ value: Value, isInclusive: Bool, _ isDescending: Bool
    ) {
        var key = prefix
        key.append(value, isDescending: isDescending)
        bound(key, isLower: isLower, isInclusive: isInclusive)
    }

    /// Bounds the range on one side by all values of a class.
    private mutating func bound(_ prefix: OrderedBytes, isLower: Bool, raw: [UInt8], _ isDescending: Bool) {
        var key = prefix
        key.append(raw: raw, isDescending: isDescending)
        bound(key, isLower: isLower, isInclusive: true)
    }

    /// Bounds the range on one side by the keys that begin with a prefix: with them, or without.
    private mutating func bound(_ key: OrderedBytes, isLower: Bool, isInclusive: Bool) {
        switch (isLower, isInclusive) {
        case (true, true): raiseLower(to: key)
        case (true, false): if let next = key.afterAllWithThisPrefix { raiseLower(to: next) }
        case (false, true): lowerUpper(to: key.afterAllWithThisPrefix)
        case (false, false): lowerUpper(to: key)
        }
    }

    /// Narrows by the query's cursors.
    private mutating func narrow(_ prefix: OrderedBytes, by plan: QueryPlan, _ sorted: [IndexDefinition.Part])
    {
        for (cursor, isStart) in [(plan.startAt, true), (plan.endAt, false)] {
            guard let cursor, let key = IndexScan.key(prefix, cursor, plan, sorted) else { continue }
            // "Before" leaves the documents with these values in at the start, and out at the end.
            bound(key, isLower: isStart != isBackward, isInclusive: cursor.before == isStart)
        }
    }

    private static func key(
        _ prefix: OrderedBytes, _ cursor: StructuredQuery.Cursor, _ plan: QueryPlan,
        _ sorted: [IndexDefinition.Part]
    ) -> OrderedBytes? {
        var key = prefix
        for (position, value) in cursor.values.enumerated() {
            if position < sorted.count {
                guard case .value(_, let isDescending) = sorted[position] else { return nil }
                key.append(value, isDescending: isDescending)
            } else {
                // A name: it has a position in the index only if it is in the collection.
                guard case .reference(let name) = value, name.path.collection.id == plan.collectionID,
                    name.path.collection.parent == plan.parent
                else { return nil }
                key.append(name.path.id)
            }
        }
        return key
    }
}
