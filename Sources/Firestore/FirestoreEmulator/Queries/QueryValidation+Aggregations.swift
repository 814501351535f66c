import FirestoreModel
import FirestoreRPC

/// What Firestore refuses in an aggregation query.
extension QueryValidation {
    /// The maximum number of aggregations in one request.
    private static let maximumAggregations = 5

    /// Checks the aggregations alone, before the query.
    static func check(_ aggregations: [Aggregation], _ aliases: [FieldName], of query: StructuredQuery)
        throws(RPCStatus)
    {
        if aggregations.count > maximumAggregations {
            // Google's emulator fails here without a message; this is production's.
            throw .invalidArgument(
                "The maximum number of aggregations allowed in an aggregation query is \(maximumAggregations). "
                    + "Received: \(aggregations.count)")
        }
        for alias in aliases {
            if let refusal = alias.refusalAsProperty("property") { throw refusal }
        }
        try checkSelection(query.select, aggregations.compactMap(\.field))
        var seen: Set<FieldName> = []
        for (aggregation, alias) in zip(aggregations, aliases) {
            if !seen.insert(alias).inserted {
                throw .invalidArgument("Aggregation aliases contain duplicate alias: \(alias).")
            }
            guard let field = aggregation.field else { continue }
            if query.select != nil {
                throw .invalidArgument("Cannot apply property masks when aggregation fields are present.")
            }
            if field.isDocumentID || field == FieldPath(["__type__"]) {
                throw .invalidArgument("Aggregations are not supported for the property: \(field.plainText)")
            }
            if let refusal = field.refusal(allowsType: true) { throw refusal }
        }
    }

    /// Aggregated fields must be among the selected ones, although no selection is allowed with them anyway.
    private static func checkSelection(_ mask: DocumentMask?, _ fields: [FieldPath]) throws(RPCStatus) {
        guard let mask else { return }
        let missing = fields.first { field in
            !field.isDocumentID && !mask.fieldPaths.contains { $0.isPrefix(of: field) }
        }
        guard let missing else { return }
        throw mask.fieldPaths.allSatisfy(\.isDocumentID)
            ? .invalidArgument(
                "Aggregation over non-key properties is not supported for base query that only returns keys.")
            : .invalidArgument(
                "The aggregation property \(missing.plainText) is not present in the base query's property mask."
            )
    }

    /// Aggregated fields follow the orders, and nothing follows the name.
    func checkAggregatedFields() throws(RPCStatus) {
        let leaves = query.filter?.leaves ?? []
        guard
            query.orderBy.contains(where: \.field.isDocumentID) || leaves.contains(where: \.isOfName)
                || (selector.allDescendants && parent != nil)
        else { return }
        // Below a document a group can only be queried by ascending names, which is reported later.
        if selector.allDescendants, parent != nil, query.orderBy.first == .init(.documentID(), .descending) {
            return
        }
        let orders = inequalityFields.union(query.orderBy.map(\.field))
        let fields = aggregatedFields.subtracting(orders).sorted()
        if fields.isEmpty { return }
        throw .invalidArgument(
            "This query requires an index that has fields [\(fields.map(\.plainText).joined(separator: ", "))] after "
                + "__name__ and Firestore does not currently support such an index. Please try the query again with "
                + "additional ordering on those fields.")
    }
}

extension Filter {
    /// True for a test of the documents' names.
    fileprivate var isOfName: Bool {
        switch self {
        case .field(let path, _, _), .unary(let path, _): path.isDocumentID
        case .and, .or: false
        }
    }
}
