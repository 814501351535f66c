package import FirestoreModel

/// A call without its caller and its database.
package enum DirectCall: Sendable {
    case batchGet([DocumentName])
    case runQuery(StructuredQuery, parent: DocumentPath?)
    case runAggregationQuery(StructuredQuery, [Aggregation], parent: DocumentPath?)
    case commit([Write])
}
