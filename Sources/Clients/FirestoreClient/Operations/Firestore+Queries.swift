import ClientCore
package import FirestoreModel
import FirestoreREST
import FirestoreRPC

/// The documents that match a query, in its order.
package struct QueryAnswer: Sendable, Equatable {
    package var documents: [Document]
    /// The time at which the database was read.
    package var readTime: Timestamp?
}

/// The method `runQuery`.
extension Firestore {
    /// Runs a query over the collections below a document, or below the database's root.
    package func runQuery(
        parent: DocumentPath?, _ query: StructuredQuery
    ) async throws(FirestoreError) -> QueryAnswer {
        let path = URLPath(database, parent?.segments ?? [], method: "runQuery")
        let collections = query.from.map { ($0.allDescendants ? "all " : "") + $0.collectionID }.joined(
            separator: ", ")
        let place = (parent.map { "\($0)/" } ?? "") + collections
        let call = Call.read(
            "runQuery on \(place.oneLine(limit: 120))", path: path.text,
            body: RunQueryRequest(query: query).encoded())
        let channel = try await channelAfterWrites()
        let elements = try await channel.perform(call) { body throws(RPCStatus) in
            try RunQueryResponse.decodeAll(body)
        }
        // Elements without a document report progress, or that there are no results.
        let documents = elements.compactMap(\.document)
        channel.count { $0.documentsRead += documents.count }
        return QueryAnswer(documents: documents, readTime: elements.compactMap(\.readTime).max())
    }
}

/// The method `runAggregationQuery`.
extension Firestore {
    /// Aggregates the documents of a query. The results are named by their aliases.
    package func runAggregationQuery(
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
