import FirestoreModel

/// Dividing the results of a query into parts of about the same size.
extension QueryPlan {
    /// Checks that a query can be divided: a whole collection group, in the order of names.
    static func checkPartitions(of query: StructuredQuery) throws(RPCStatus) {
        guard let selector = query.from.first, selector.allDescendants, !selector.collectionID.isEmpty else {
            throw .invalidArgument(
                "Only a query of a collection group can be partitioned: set from.allDescendants.")
        }
        if query.orderBy != [StructuredQuery.Order(.documentID())] {
            throw .invalidArgument(
                "A query to be partitioned must be ordered by __name__ ascending, and nothing else.")
        }
        if query.filter != nil || query.startAt != nil || query.endAt != nil || query.limit != nil
            || query.offset != 0
            || query.findNearest != nil
        {
            throw .invalidArgument(
                "A query to be partitioned may have no filter, cursor, limit, offset or findNearest.")
        }
    }

    /// The first documents of all parts except the first.
    ///
    /// - Parameters:
    ///   - documents: The results, in order.
    ///   - most: The maximum number of documents.
    static func partitionPoints(_ documents: [StoredDocument], most: Int64) -> [DocumentName] {
        let points = min(most, Int64(max(documents.count - 1, 0)))
        guard points > 0 else { return [] }
        return (1...Int(points)).map { documents[$0 * documents.count / (Int(points) + 1)].name }
    }
}
