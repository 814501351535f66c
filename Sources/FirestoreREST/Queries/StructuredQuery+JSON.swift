package import FirestoreModel

/// The wire form of queries.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery>.
extension WireDecoder {
    /// Reads a query. What is wrong with its content is found in the order in which Google's emulator finds it.
    package mutating func structuredQuery(_ json: JSON) throws(RPCStatus) -> StructuredQuery {
        let reader = try MessageReader(
            json, "select", "from", "where", "orderBy", "startAt", "endAt", "offset", "limit", "findNearest")
        var query = StructuredQuery(from: [])
        for element in try reader.array("from") {
            let selector = try MessageReader(element, "collectionId", "allDescendants")
            query.from.append(
                StructuredQuery.CollectionSelector(
                    try selector.string("collectionId") ?? "",
                    allDescendants: try selector.boolean("allDescendants") ?? false))
        }
        query.filter = try reader["where"].flatMap { json throws(RPCStatus) in try filter(json) }
        // Nothing but empty ANDs: every document passes.
        if query.filter?.leaves.isEmpty == true { query.filter = nil }
        query.select = try reader["select"].map { json throws(RPCStatus) in try projection(json) }
        for element in try reader.array("orderBy") {
            let order = try MessageReader(element, "field", "direction")
            let field = try fieldReference(order["field"])
            let direction = try order.enumeration("direction", StructuredQuery.Direction.self)
            query.orderBy.append(StructuredQuery.Order(field, direction ?? .ascending))
        }
        query.startAt = try reader["startAt"].map { json throws(RPCStatus) in try cursor(json) }
        query.endAt = try reader["endAt"].map { json throws(RPCStatus) in try cursor(json) }
        query.offset = try reader.int32("offset") ?? 0
        query.limit = try reader.int32("limit")
        if reader["findNearest"] != nil { refuse("findNearest is not supported.") }
        return query
    }

    private mutating func projection(_ json: JSON) throws(RPCStatus) -> DocumentMask {
        var paths: [FieldPath] = []
        for element in try MessageReader(json, "fields").array("fields") {
            paths.append(try fieldReference(element))
        }
        return DocumentMask(paths)
    }

    private mutating func fieldReference(_ json: JSON?) throws(RPCStatus) -> FieldPath {
        fieldPath(try MessageReader(json ?? .object([]), "fieldPath").string("fieldPath") ?? "")
    }

    private mutating func cursor(_ json: JSON) throws(RPCStatus) -> StructuredQuery.Cursor {
        let reader = try MessageReader(json, "values", "before")
        var values: [Value] = []
        for element in try reader.array("values") { values.append(try operand(element)) }
        return StructuredQuery.Cursor(values, before: try reader.boolean("before") ?? false)
    }

    private mutating func filter(_ json: JSON) throws(RPCStatus) -> Filter? {
        let reader = try MessageReader(json, "compositeFilter", "fieldFilter", "unaryFilter")
        switch try reader.oneOf("compositeFilter", "fieldFilter", "unaryFilter") {
        case ("compositeFilter", let json)?: return try compositeFilter(json)
        case ("fieldFilter", let json)?: return try fieldFilter(json)
        case (_, let json)?: return try unaryFilter(json)
        case nil:
            refuse("Unknown Filter type.")
            return nil
        }
    }

    private mutating func compositeFilter(_ json: JSON) throws(RPCStatus) -> Filter? {
        let reader = try MessageReader(json, "op", "filters")
        let operation = try reader.enumeration("op", CompositeOperator.self)
        if operation == nil { refuse("Unsupported CompositeFilter operator.") }
        let elements = try reader.array("filters")
        var filters: [Filter] = []
        for element in elements {
            if let filter = try filter(element) { filters.append(filter) }
        }
        switch operation {
        case .and?: return .and(filters)
        case .or?:
            if elements.isEmpty { refuse("Composite filter must have at least one sub-filter.") }
            return .or(filters)
        case nil: return nil
        }
    }

    private mutating func fieldFilter(_ json: JSON) throws(RPCStatus) -> Filter? {
        let reader = try MessageReader(json, "field", "op", "value")
        let field = try fieldReference(reader["field"])
        let value = try operand(reader["value"] ?? .object([]))
        guard let operation = try reader.enumeration("op", Filter.FieldOperator.self) else {
            refuse("Unknown FieldFilter operator.")
            return nil
        }
        return .field(field, operation, value)
    }

    private mutating func unaryFilter(_ json: JSON) throws(RPCStatus) -> Filter? {
        let reader = try MessageReader(json, "field", "op")
        if reader["field"] == nil { refuse("Unsupported UnaryFilter operand type (non-FIELD).") }
        let field = try fieldReference(reader["field"])
        guard let operation = try reader.enumeration("op", Filter.UnaryOperator.self) else {
            refuse("Unknown UnaryFilter operator.")
            return nil
        }
        return .unary(field, operation)
    }
}

extension JSONWriter {
    package mutating func structuredQuery(_ query: StructuredQuery) {
        object { writer in
            if let select = query.select {
                writer.member("select") { writer in
                    writer.object {
                        $0.member("fields") { $0.array(select.fieldPaths) { $0.fieldReference($1) } }
                    }
                }
            }
            writer.member("from") { writer in
                writer.array(query.from) { writer, selector in
                    writer.object { writer in
                        writer.member("collectionId") { $0.string(selector.collectionID) }
                        if selector.allDescendants { writer.member("allDescendants") { $0.boolean(true) } }
                    }
                }
            }
            if let filter = query.filter { writer.member("where") { $0.filter(filter) } }
            if !query.orderBy.isEmpty {
                writer.member("orderBy") { $0.array(query.orderBy) { $0.order($1) } }
            }
            if let cursor = query.startAt { writer.member("startAt") { $0.cursor(cursor) } }
            if let cursor = query.endAt { writer.member("endAt") { $0.cursor(cursor) } }
            if query.offset != 0 { writer.member("offset") { $0.integer(query.offset) } }
            if let limit = query.limit { writer.member("limit") { $0.integer(limit) } }
        }
    }

    private mutating func fieldReference(_ path: FieldPath) {
        object { $0.member("fieldPath") { $0.string(path.description) } }
    }

    private mutating func order(_ order: StructuredQuery.Order) {
        object { writer in
            writer.member("field") { $0.fieldReference(order.field) }
            writer.member("direction") { $0.string(order.direction.protoName) }
        }
    }

    private mutating func cursor(_ cursor: StructuredQuery.Cursor) {
        object { writer in
            writer.member("values") { $0.array(cursor.values) { $0.value($1) } }
            if cursor.before { writer.member("before") { $0.boolean(true) } }
        }
    }

    private mutating func filter(_ filter: Filter) {
        object { writer in
            switch filter {
            case .and(let filters): writer.compositeFilter(.and, filters)
            case .or(let filters): writer.compositeFilter(.or, filters)
            case .field(let path, let operation, let value):
                writer.member("fieldFilter") { writer in
                    writer.object { writer in
                        writer.member("field") { $0.fieldReference(path) }
                        writer.member("op") { $0.string(operation.protoName) }
                        writer.member("value") { $0.value(value) }
                    }
                }
            case .unary(let path, let operation):
                writer.member("unaryFilter") { writer in
                    writer.object { writer in
                        writer.member("field") { $0.fieldReference(path) }
                        writer.member("op") { $0.string(operation.protoName) }
                    }
                }
            }
        }
    }

    private mutating func compositeFilter(_ operation: CompositeOperator, _ filters: [Filter]) {
        member("compositeFilter") { writer in
            writer.object { writer in
                writer.member("op") { $0.string(operation.protoName) }
                writer.member("filters") { $0.array(filters) { $0.filter($1) } }
            }
        }
    }
}
