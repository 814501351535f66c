import FirestoreModel

/// A query that was found valid, with its orders made complete.
struct QueryPlan: Sendable {
    /// The document below which the collections lie; nil for the database's root.
    let parent: DocumentPath?
    /// The id that the collections must have; nil for any.
    let collectionID: ResourceID?
    let allDescendants: Bool
    let filter: Filter?
    /// The orders asked for, those that inequalities imply, and last the document's name.
    let orders: [StructuredQuery.Order]
    /// What is refused once the rules have let the query through.
    let refusal: RPCStatus?
    /// The orders as they were asked for.
    let askedOrders: [StructuredQuery.Order]
    let startAt: StructuredQuery.Cursor?
    let endAt: StructuredQuery.Cursor?
    let offset: Int
    let limit: Int?
    let mask: DocumentMask?
    /// The search by vectors that the results go through.
    let search: FindNearest?

    /// Checks a query and completes it.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - database: The database that it is for.
    ///   - parent: The document below which the collections lie; nil for the database's root.
    ///   - aggregated: Fields that the results must have, because they are to be added up.
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

    /// Adds what the orders imply: the fields of inequalities, by name, those to be added up, by name, then the
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
