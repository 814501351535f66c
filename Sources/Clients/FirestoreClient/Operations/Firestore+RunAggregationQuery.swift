import ClientCore
import FirestoreModel
import FirestoreREST
import FirestoreRPC

/// The method `runAggregationQuery`.
extension Firestore {
    /// Aggregates the documents of a query. The results are named by their aliases.
    func runAggregationQuery(
        parent: DocumentPath?, _ query: StructuredQuery, _ aggregations: [Aggregation]
    ) async throws(FirestoreError) -> (fields: MapValue, readTime: Timestamp) {
        let path = URLPath(database, parent?.segments ?? [], method: "runAggregationQuery")
        let place = (parent.map { "\($0)/" } ?? "") + query.from.map(\.collectionID).joined(separator: ", ")
        let call = Call.read(
            "runAggregationQuery on \(place.oneLine(limit: 120))", path: path.text,
            body: RunAggregationQueryRequest(query: query, aggregations: aggregations).encoded())
        let channel = try await channelAfterWrites()
        let elements = try await channel.perform(call) { body throws(RPCStatus) in
            try RunAggregationQueryResponse.decodeAll(body)
        }
        channel.count { $0.documentsRead += 1 }
        for element in elements {
            if case .result(let fields, let readTime) = element { return (fields, readTime) }
        }
        throw FirestoreError(
            .unknown, "\(call.subject) failed: the answer of \(settings.endpoint) has no result.", attempts: 1
        )
    }
}
