package import FirestoreModel
import FirestoreRPC
package import JSONText

/// The JSON of queries.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery>.
extension WireDecoder {
    /// Reads a query; nil is an empty message. Problems of its content are found in the order of Google's emulator.
    package mutating func structuredQuery(_ json: JSONNode?) throws(RPCStatus) -> StructuredQuery {
        let reader = try MessageReader(
            json, "select", "from", "where", "orderBy", "startAt", "endAt", "offset", "limit", "findNearest")
        // In the order of Google's emulator, so that of two mistakes the same one is reported.
        let filter = try readSeparately { decoder throws(RPCStatus) in
            try reader["where"].flatMap { json throws(RPCStatus) in try decoder.filter(json) }
        }
        if let refusal = filter.message?.refusalOfCombination { refuse(refusal) }
        var query = StructuredQuery(
            from: try selectors(reader.array("from")),
            filter: filter.message == .and([]) ? nil : filter.message)
        if let refusal = filter.refusal { refuse(refusal) }
        query.select = try reader["select"].map { json throws(RPCStatus) in try projection(json) }
        for element in try reader.array("orderBy") {
            let order = try MessageReader(element, "field", "direction")
            let field = try fieldReference(order["field"])
            let direction = try order.enumeration("direction", StructuredQuery.Direction.self)
            if direction == nil, order.holdsUnknownNumber("direction") { refuse(.unknownDirection) }
            query.orderBy.append(StructuredQuery.Order(field, direction ?? .ascending))
        }
        query.startAt = try reader["startAt"].map { json throws(RPCStatus) in try cursor(json, query.orderBy)
        }
        query.endAt = try reader["endAt"].map { json throws(RPCStatus) in try cursor(json, query.orderBy) }
        query.findNearest = try reader["findNearest"].map { json throws(RPCStatus) in try findNearest(json) }
        query.offset = try reader.int32("offset") ?? 0
        query.limit = try reader.int32("limit")
        return query
    }

    private mutating func selectors(_ elements: JSONNode.Elements) throws(RPCStatus) -> [StructuredQuery
        .CollectionSelector]
    {
        var selectors: [StructuredQuery.CollectionSelector] = []
        for element in elements {
            let reader = try MessageReader(element, "collectionId", "allDescendants")
            let id = try reader.string("collectionId") ?? ""
            selectors.append(
                StructuredQuery.CollectionSelector(
                    id, allDescendants: try reader.boolean("allDescendants") ?? false))
        }
        content.check(selectors)
        return selectors
    }

    private mutating func projection(_ json: JSONNode) throws(RPCStatus) -> DocumentMask {
        var paths: [FieldPath] = []
        for element in try MessageReader(json, "fields").array("fields") {
            let path = try fieldReference(element)
            if let refusal = path.refusal() { refuse(refusal) }
            paths.append(path)
        }
        return DocumentMask(paths)
    }

    mutating func fieldReference(_ json: JSONNode?) throws(RPCStatus) -> FieldPath {
        guard let json else { return fieldPath("") }
        return fieldPath(try MessageReader(json, "fieldPath").string("fieldPath") ?? "")
    }

    private mutating func cursor(
        _ json: JSONNode, _ orders: [StructuredQuery.Order]
    ) throws(RPCStatus) -> StructuredQuery.Cursor {
        let reader = try MessageReader(json, "values", "before")
        let elements = try reader.array("values")
        if elements.count > orders.count { refuse(.overlongCursor) }
        var values: [Value] = []
        let name = orders.firstIndex(where: \.field.isDocumentID) ?? orders.endIndex
        for (index, element) in elements.enumerated() {
            // Nothing may follow the name, which is reported later; values to compare with it are ignored.
            if index > name {
                values.append(
                    try readSeparately { decoder throws(RPCStatus) in try decoder.value(element) }.message)
                continue
            }
            let value = try value(element)
            if index == name, index < orders.count, value.typeClass != .reference {
                refuse(.cursorNameWithoutReference)
            }
            values.append(value)
        }
        return StructuredQuery.Cursor(values, before: try reader.boolean("before") ?? false)
    }
}

extension WireEncoder {
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
            if let nearest = query.findNearest { writer.member("findNearest") { $0.findNearest(nearest) } }
        }
    }

    mutating func fieldReference(_ path: FieldPath) {
        object { $0.member("fieldPath") { $0.string(path.description) } }
    }

    private mutating func order(_ order: StructuredQuery.Order) {
        object { writer in
            writer.member("field") { $0.fieldReference(order.field) }
            writer.member("direction") { $0.string(order.direction.protoName) }
        }
    }

    mutating func cursor(_ cursor: StructuredQuery.Cursor) {
        object { writer in
            writer.member("values") { $0.array(cursor.values) { $0.value($1) } }
            if cursor.before { writer.member("before") { $0.boolean(true) } }
        }
    }
}
