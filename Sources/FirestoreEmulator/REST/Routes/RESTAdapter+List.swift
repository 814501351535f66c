import FirestoreModel
import FirestoreREST
import HTTPTransport

/// Listing the documents of a collection, page by page.
extension RESTAdapter {
    /// How many documents a page holds when the request does not say, and at the most, as in Google's emulator.
    private static let pageSize = (usual: 30, most: 150)

    func listDocuments(
        _ database: DatabaseID, _ collection: CollectionPath, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let target = context.target
        let asked = try target.integer("pageSize") ?? 0
        if asked < 0 { throw .invalidArgument("Page size must be nonnegative.") }
        let size = asked == 0 ? RESTAdapter.pageSize.usual : min(asked, RESTAdapter.pageSize.most)
        let mask = try target.mask("mask.fieldPaths")
        var orders = try RESTAdapter.orders(target.value("orderBy") ?? "")
        // The name stands last in every order; said out loud it may also stand in the token.
        if !orders.contains(where: { $0.field.isDocumentID }) {
            orders.append(StructuredQuery.Order(.documentID(), orders.last?.direction ?? .ascending))
        }
        var query = StructuredQuery(
            from: [StructuredQuery.CollectionSelector(collection.id.string)], orderBy: orders, limit: size)
        if let token = target.value("pageToken"), !token.isEmpty {
            query.startAt = try PageToken(text: token, valueCount: orders.count).cursor
        }
        let plan = try QueryPlan(query, in: database, parent: collection.parent)
        let result = try authorized(database, context).run(plan, consistency(context)).result
        let response = ListDocumentsResponse(
            documents: result.documents.map { $0.document(mask: mask) },
            nextPageToken: result.documents.count < size
                ? nil : result.documents.last.map { PageToken(after: $0, orders: orders).text })
        return .message(capacity: 512 + result.documents.count * 768) { response.write(to: &$0) }
    }

    /// Reads `a desc, b.c`.
    private static func orders(_ text: String) throws(RPCStatus) -> [StructuredQuery.Order] {
        var orders: [StructuredQuery.Order] = []
        for clause in text.split(separator: ",") {
            let words = clause.split(separator: " ")
            let direction: StructuredQuery.Direction
            switch words.dropFirst().first?.lowercased() {
            case nil, "asc": direction = .ascending
            case "desc": direction = .descending
            default: throw .invalidArgument("Invalid order by clause \"\(text)\".")
            }
            guard let field = words.first, words.count <= 2 else {
                throw .invalidArgument("Invalid order by clause \"\(text)\".")
            }
            orders.append(StructuredQuery.Order(try FieldPath(wire: String(field)), direction))
        }
        return orders
    }
}

/// Where the next page of a list begins: after a document with these values.
private struct PageToken {
    let cursor: StructuredQuery.Cursor

    init(after document: StoredDocument, orders: [StructuredQuery.Order]) {
        cursor = StructuredQuery.Cursor(orders.map { document.value(of: $0.field) ?? .null }, before: false)
    }

    init(text: String, valueCount: Int) throws(RPCStatus) {
        var values: [Value] = []
        do {
            guard let bytes = Base64.decode(text) else { throw RPCStatus.invalidPayload }
            values = try WireDecoder.decode(bytes) { decoder, json throws(RPCStatus) in
                guard let elements = json.array else { throw .invalidPayload }
                var values: [Value] = []
                for element in elements { values.append(try decoder.value(element)) }
                return values
            }
        } catch {
            throw .invalidArgument("invalid page token")
        }
        if values.count != valueCount { throw .invalidArgument("invalid page token") }
        cursor = StructuredQuery.Cursor(values, before: false)
    }

    var text: String {
        var writer = JSONWriter(.compact)
        writer.array(cursor.values) { $0.value($1) }
        return Base64.encode(writer.bytes)
    }
}
