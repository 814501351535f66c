import FirestoreModel

/// A valid query with complete orders.
struct QueryPlan: Sendable {
    /// The parent document of the collections; nil for the database's root.
    let parent: DocumentPath?
    /// The id of the collections; nil for any.
    let collectionID: ResourceID?
    let allDescendants: Bool
    let filter: Filter?
    /// The requested orders, those that inequalities imply, and last the document's name.
    let orders: [StructuredQuery.Order]
    /// A refusal to report after the rules have allowed the query.
    let refusal: RPCStatus?
    /// The requested orders.
    let askedOrders: [StructuredQuery.Order]
    let startAt: StructuredQuery.Cursor?
    let endAt: StructuredQuery.Cursor?
    let offset: Int
    let limit: Int?
    let mask: DocumentMask?
    /// The vector search over the results.
    let search: FindNearest?

    /// Checks a query and completes it.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - database: The database.
    ///   - parent: The parent document of the collections; nil for the database's root.
    ///   - aggregated: The aggregated fields, which the results must have.
    /// - Throws: INVALID_ARGUMENT with the text of Google's emulator.
    init(
        _ query: StructuredQuery, in database: DatabaseID, parent: DocumentPath?,
        aggregating aggregated: [FieldPath] = []
    ) throws(RPCStatus) {
        refusal = try QueryValidation(query, in: database, parent: parent, aggregating: aggregated).check()
        self.parent = parent
        // No selector stands for the direct children with any id.
        let selector = query.from.first ?? StructuredQuery.CollectionSelector("")
        collectionID = selector.collectionID.isEmpty ? nil : ResourceID(selector.collectionID)
        allDescendants = selector.allDescendants
        filter = query.filter
        orders = QueryPlan.completed(query.orderBy, filter: query.filter, aggregating: aggregated)
        askedOrders = query.orderBy
        startAt = query.startAt
        endAt = query.endAt
        offset = query.offset
        limit = query.limit
        mask = query.select
        search = query.findNearest
    }

    /// Adds the implied orders: the fields of inequalities, by name, the aggregated fields, by name, then the
    /// document's name, in the last direction.
    private static func completed(
        _ orders: [StructuredQuery.Order], filter: Filter?, aggregating aggregated: [FieldPath]
    ) -> [StructuredQuery.Order] {
        var result = orders
        let direction = orders.last?.direction ?? .ascending
        for field in (filter?.inequalityFields ?? []).sorted() + aggregated.sorted()
        where !field.isDocumentID && !result.contains(where: { $0.field == field }) {
            result.append(StructuredQuery.Order(field, direction))
        }
        if !result.contains(where: { $0.field.isDocumentID }) {
            result.append(StructuredQuery.Order(.documentID(), direction))
        }
        return result
    }
}
