import FirestoreModel

/// The indexes that one conjunction of a query's filter needs.
///
/// Firestore runs a query on indexes that all end with the query's order. Before it, each index may have any of the fields that the
/// query tests for equality. Together they must have all of these, because Firestore merges the indexes.
/// Source: <https://firebase.google.com/docs/firestore/query-data/index-overview>.
struct IndexRequirement: Sendable {
    let collectionID: ResourceID
    let scope: QueryIndex.Scope
    /// The fields that are tested for equality, in any order and direction.
    let equalities: Set<FieldPath>
    /// The field of an array-contains test.
    let element: FieldPath?
    /// The fields that follow, in this order and direction, or the one with the vectors.
    let end: [QueryIndex.Field]
    let isNameDescending: Bool

    /// - Parameters:
    ///   - conjunction: Tests that must all hold.
    ///   - plan: Their query.
    ///   - collectionID: The id of the query's collections.
    init(_ conjunction: [Filter], of plan: QueryPlan, collectionID: ResourceID) {
        self.collectionID = collectionID
        scope = plan.allDescendants ? .collectionGroup : .collection
        var equalities: Set<FieldPath> = []
        var element: FieldPath?
        for filter in conjunction {
            switch filter {
            case .field(let path, .equal, _), .unary(let path, .isNull), .unary(let path, .isNaN):
                if !path.isDocumentID { equalities.insert(path) }
            case .field(let path, .arrayContains, _): element = path
            case .field, .unary, .and, .or: continue
            }
        }
        self.equalities = equalities
        self.element = element
        if let search = plan.search {
            end = [.init(path: search.vectorField, mode: .vector(dimension: search.queryVector.count))]
            isNameDescending = false
        } else {
            end = plan.orders.filter { !$0.field.isDocumentID && !equalities.contains($0.field) }.map {
                order in
                .init(path: order.field, mode: order.direction == .ascending ? .ascending : .descending)
            }
            isNameDescending = plan.orders.last?.direction == .descending
        }
    }

    /// The contribution of an index: its fields before the end; nil if it does not help.
    func contribution(of index: QueryIndex) -> Set<QueryIndex.Field>? {
        guard index.collectionID == collectionID, index.scope == scope,
            index.isNameDescending == isNameDescending, index.fields.suffix(end.count).elementsEqual(end)
        else { return nil }
        var fields: Set<QueryIndex.Field> = []
        for field in index.fields.dropLast(end.count) {
            guard let part = part(field) else { return nil }
            fields.insert(part)
        }
        return fields
    }

    /// The part of the requirement that a field of an index meets.
    private func part(_ field: QueryIndex.Field) -> QueryIndex.Field? {
        switch field.mode {
        case .ascending, .descending:
            equalities.contains(field.path) ? .init(path: field.path, mode: .ascending) : nil
        case .contains: element == field.path ? field : nil
        case .vector: nil
        }
    }

    /// The fields that the indexes must have before the end.
    var parts: Set<QueryIndex.Field> {
        var parts = Set(equalities.map { QueryIndex.Field(path: $0, mode: .ascending) })
        if let element { parts.insert(.init(path: element, mode: .contains)) }
        return parts
    }

    /// The one index that meets the requirement alone.
    var completeIndex: QueryIndex {
        var fields = equalities.sorted().map { QueryIndex.Field(path: $0, mode: .ascending) }
        if let element { fields.append(.init(path: element, mode: .contains)) }
        fields += end
        if (fields.last?.mode == .descending) != isNameDescending {
            fields.append(.init(path: .documentID(), mode: isNameDescending ? .descending : .ascending))
        }
        return QueryIndex(collectionID, scope, fields)
    }
}
