import FirestoreModel
import FirestoreREST
import HTTPTransport

/// Listing the documents of a collection, page by page.
extension RESTAdapter {
    /// How many documents a page holds when the request does not say, and at the most, as in Google's emulator.
    static let pageSize = (usual: 30, most: 150)

    func listDocuments(_ name: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let target = context.target
        let name = try CollectionName(wire: name, as: .document)
        if try target.value("showMissing")?.lowercased() == "true" {
            return try listWithMissing(name, context)
        }
        let (database, caller) = try access(name.database, context)
        let asked = try target.integer("pageSize") ?? 0
        if asked < 0 { throw .invalidArgument("Page size must be nonnegative.") }
        let size = asked == 0 ? RESTAdapter.pageSize.usual : min(asked, RESTAdapter.pageSize.most)
        if let refusal = name.refusalOfID { throw refusal }
        let mask = try target.mask("mask.fieldPaths")
        let orders = try OrderByClause(target.value("orderBy") ?? "").orders
        var query = StructuredQuery(
            from: [StructuredQuery.CollectionSelector(name.id.string)], orderBy: orders, limit: size)
        if let token = try target.value("pageToken"), !token.isEmpty {
            // The name stands last in every order, also where it is not asked for.
            let hasName = orders.contains { $0.field.isDocumentID }
            let valueCount = hasName ? orders.count : orders.count + 1
            query.startAt = try PageToken(text: token, valueCount: valueCount).cursor
        }
        let plan = try QueryPlan(query, in: name.database, parent: name.parent)
        try core.checkIndexes(for: plan)
        let result = try database.run(plan, consistency(context), for: caller).result
        let response = ListDocumentsResponse(
            documents: result.documents.map { $0.document(mask: mask) },
            nextPageToken: result.documents.count < size
                ? nil : result.documents.last.map { PageToken(after: $0, orders: plan.orders).text })
        return .message(context.style) { response.write(to: &$0) }
    }
}
