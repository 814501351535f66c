package import FirestoreModel

/// The request of `RunAggregationQuery`.
package struct RunAggregationQueryRequest: Sendable, Equatable {
    package var query: StructuredQuery
    package var aggregations: [Aggregation]
    package var consistency: Consistency?

    package init(query: StructuredQuery, aggregations: [Aggregation], consistency: Consistency? = nil) {
        self.query = query
        self.aggregations = aggregations
        self.consistency = consistency
    }
}

/// One element of the stream that `RunAggregationQuery` answers.
package enum RunAggregationQueryResponse: Sendable, Equatable {
    case transaction([UInt8])
    /// The numbers by their names, in the order in which they were asked for.
    case result(MapValue, readTime: Timestamp)
    /// Only reports how far the server has come.
    case progress(readTime: Timestamp)
}
