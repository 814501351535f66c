import FirestoreModel

/// Reads queries.
struct QueryReader {
    let database: DatabaseID

    /// All documents of a collection.
    func list(_ cursor: SuiteCursor) throws(SuiteProblem) -> SuiteQuery {
        let path = try collection(cursor)
        return SuiteQuery(
            parent: path.parent, query: StructuredQuery(from: [.init(path.id.string)]))
    }

    func query(_ cursor: SuiteCursor) throws(SuiteProblem) -> SuiteQuery {
        let members = try cursor.members(
            ["collection", "group", "parent", "where", "orderBy", "limit", "offset"], of: "a query")
        var result: SuiteQuery
        switch (members["collection"], members["group"]) {
        case (let name?, nil):
            if let parent = members["parent"] {
                throw parent.problem("only a group has a parent; a collection's path includes it")
            }
            result = try list(name)
        case (nil, let group?):
            let id = ResourceID(try group.string())
            if id.problem != nil { throw group.problem("\"\(id)\" is not the id of a collection") }
            result = SuiteQuery(query: StructuredQuery(from: [.init(id.string, allDescendants: true)]))
            if let parent = members["parent"] {
                result.parent = try documentPath(try parent.string(), parent)
            }
        default: throw cursor.problem("a query needs either \"collection\" or \"group\"")
        }
        if let conditions = members["where"] { result.query.filter = try filter(conditions) }
        if let orders = members["orderBy"] {
            for order in try orders.elements() { result.query.orderBy.append(try self.order(order)) }
        }
        if let limit = members["limit"] { result.query.limit = try natural(limit) }
        if let offset = members["offset"] { result.query.offset = try natural(offset) }
        return result
    }

    private func natural(_ cursor: SuiteCursor) throws(SuiteProblem) -> Int {
        let number = try cursor.int()
        guard (0...Int(Int32.max)).contains(number) else { throw cursor.problem("\(number) is out of range") }
        return number
    }

    private func collection(_ cursor: SuiteCursor) throws(SuiteProblem) -> CollectionPath {
        let text = try cursor.string()
        let ids = text.split(separator: "/", omittingEmptySubsequences: false).map { ResourceID(String($0)) }
        guard let path = CollectionPath(segments: ids), !ids.contains(where: { $0.problem != nil }) else {
            throw cursor.problem(
                "\"\(text)\" is not a collection: expected an odd number of ids, separated by slashes")
        }
        return path
    }

    private func order(_ cursor: SuiteCursor) throws(SuiteProblem) -> StructuredQuery.Order {
        let words = try cursor.string().split(separator: " ").map(String.init)
        guard let name = words.first, words.count <= 2,
            ["asc", "desc"].contains(words.dropFirst().first ?? "asc")
        else { throw cursor.problem("expected a field, then asc or desc") }
        return StructuredQuery.Order(
            try field(name, cursor), words.last == "desc" && words.count == 2 ? .descending : .ascending)
    }

    private func field(_ text: String, _ cursor: SuiteCursor) throws(SuiteProblem) -> FieldPath {
        guard let path = try? FieldPath(parsing: text) else {
            throw cursor.problem(
                "\"\(text)\" is not a path of fields; put names with other characters in backquotes")
        }
        return path
    }

    // MARK: Filters

    /// A list of conditions that must all hold.
    private func filter(_ cursor: SuiteCursor) throws(SuiteProblem) -> FirestoreModel.Filter? {
        var filters: [FirestoreModel.Filter] = []
        for element in try cursor.elements() { filters.append(try condition(element)) }
        return filters.count > 1 ? .and(filters) : filters.first
    }

    /// `[field, operator, value]`, `{or: [...]}` or `{and: [...]}`.
    private func condition(_ cursor: SuiteCursor) throws(SuiteProblem) -> FirestoreModel.Filter {
        if case .map = cursor.node.content {
            let entries = try cursor.entries()
            guard entries.count == 1, ["or", "and"].contains(entries[0].key) else {
                throw cursor.problem("expected [field, operator, value], {or: [...]} or {and: [...]}")
            }
            var filters: [FirestoreModel.Filter] = []
            for element in try entries[0].value.elements() { filters.append(try condition(element)) }
            if filters.isEmpty { throw entries[0].value.problem("there are no conditions") }
            return entries[0].key == "or" ? .or(filters) : .and(filters)
        }
        let parts = try cursor.elements()
        guard parts.count == 3 else { throw cursor.problem("expected [field, operator, value]") }
        let path = try field(try parts[0].string(), parts[0])
        let sign = try parts[1].string()
        guard let operation = QueryReader.operators[sign] else {
            throw parts[1].problem(
                "there is no operator \(sign); there are \(QueryReader.operators.keys.sorted().joined(separator: " "))"
            )
        }
        let value = try ValueReader(database: database).value(parts[2])
        switch (operation, value) {
        case (.equal, .null): return .unary(path, .isNull)
        case (.notEqual, .null): return .unary(path, .isNotNull)
        case (.equal, .double(let number)) where number.isNaN: return .unary(path, .isNaN)
        case (.notEqual, .double(let number)) where number.isNaN: return .unary(path, .isNotNaN)
        default: return .field(path, operation, value)
        }
    }

    private static let operators: [String: FirestoreModel.Filter.FieldOperator] = [
        "==": .equal, "!=": .notEqual, "<": .lessThan, "<=": .lessThanOrEqual, ">": .greaterThan,
        ">=": .greaterThanOrEqual, "in": .in, "not-in": .notIn, "array-contains": .arrayContains,
        "array-contains-any": .arrayContainsAny,
    ]
}
