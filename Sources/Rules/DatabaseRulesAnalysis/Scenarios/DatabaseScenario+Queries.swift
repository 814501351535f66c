import RealtimeDatabaseModel

extension DatabaseScenario {
    /// Changes a property of the query, as rules see it.
    mutating func set(query property: String, to value: DataNode) -> Bool {
        guard case .read(let path, let given) = operation else { return false }
        var query = given ?? DataQuery(order: .key)
        switch (property, value) {
        case ("orderByKey", .boolean(let truth)): query.order = truth ? .key : .value
        case ("orderByValue", .boolean(let truth)): query.order = truth ? .value : .key
        case ("orderByPriority", .boolean(let truth)): query.order = truth ? .priority : .key
        case ("orderByChild", .string(let text)):
            guard let child = try? DatabasePath(text), !child.isRoot else { return false }
            query.order = .child(child)
        case ("orderByChild", .null): query.order = .key
        case ("limitToFirst", .number(let count)): query.limit = DataQuery.limit(count).map { .first($0) }
        case ("limitToLast", .number(let count)): query.limit = DataQuery.limit(count).map { .last($0) }
        case ("limitToFirst", .null), ("limitToLast", .null): query.limit = nil
        case ("equalTo", let node):
            let bound = DataQuery.Scalar(node).map { DataQuery.Bound($0) }
            (query.start, query.end) = node.isNull ? (nil, nil) : (bound, bound)
        case ("startAt", let node):
            query.start = node.isNull ? nil : DataQuery.Scalar(node).map { DataQuery.Bound($0) }
            if query.start == query.end { query.end = nil }
        case ("endAt", let node):
            query.end = node.isNull ? nil : DataQuery.Scalar(node).map { DataQuery.Bound($0) }
            if query.start == query.end { query.start = nil }
        default: return false
        }
        query.settle()
        operation = .read(path, query)
        return true
    }
}

extension DataQuery {
    /// A number of children that a query can ask for.
    fileprivate static func limit(_ count: Double) -> Int? {
        guard let count = Int(exactly: count.rounded()), count > 0, count <= 1_000_000 else { return nil }
        return count
    }

    /// Drops bounds that the order does not take: keys are texts.
    mutating func settle() {
        guard order == .key else { return }
        func isKey(_ bound: Bound) -> Bool {
            if case .string(let text) = bound.value { DataKey(text).problem == nil } else { false }
        }
        if let bound = start, !isKey(bound) { start = nil }
        if let bound = end, !isKey(bound) { end = nil }
    }
}

extension DataQuery.Scalar {
    /// The value of a node; nil for one with children.
    init?(_ node: DataNode) {
        switch node {
        case .null: self = .null
        case .boolean(let boolean): self = .boolean(boolean)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .prioritized(let value, _): self.init(value)
        case .object: return nil
        }
    }
}
