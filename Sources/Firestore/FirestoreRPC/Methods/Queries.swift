package import FirestoreModel

/// The request of `RunQuery`.
package struct RunQueryRequest: Sendable, Equatable {
    package var query: StructuredQuery
    package var consistency: Consistency?

    package init(query: StructuredQuery, consistency: Consistency? = nil) {
        self.query = query
        self.consistency = consistency
    }
}

/// One element of the response stream of `RunQuery`.
package struct RunQueryResponse: Sendable, Equatable {
    package var transaction: [UInt8]?
    /// Nil in elements that only report the read time.
    package var document: Document?
    package var readTime: Timestamp?
    package var skippedResults: Int
    /// True on the last element; only emulators send this.
    package var done: Bool

    package init(
        transaction: [UInt8]? = nil, document: Document? = nil, readTime: Timestamp? = nil,
        skippedResults: Int = 0, done: Bool = false
    ) {
        self.transaction = transaction
        self.document = document
        self.readTime = readTime
        self.skippedResults = skippedResults
        self.done = done
    }
}

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

/// One element of the response stream of `RunAggregationQuery`.
package enum RunAggregationQueryResponse: Sendable, Equatable {
    case transaction([UInt8])
    /// The results by name, in the order of the request.
    case result(MapValue, readTime: Timestamp)
    /// Only reports progress.
    case progress(readTime: Timestamp)
}

/// The request of `PartitionQuery`.
package struct PartitionQueryRequest: Sendable, Equatable {
    package var query: StructuredQuery
    /// The maximum number of partition points, which is one less than the number of partitions.
    package var partitionCount: Int64
    /// The maximum number of points on a page; 0 for no limit.
    package var pageSize: Int
    /// The token of the page; nil for the first one.
    package var pageToken: String?
    package var readTime: Timestamp?

    package init(
        query: StructuredQuery, partitionCount: Int64, pageSize: Int = 0, pageToken: String? = nil,
        readTime: Timestamp? = nil
    ) {
        self.query = query
        self.partitionCount = partitionCount
        self.pageSize = pageSize
        self.pageToken = pageToken
        self.readTime = readTime
    }
}

/// The response of `PartitionQuery`: one page of the points that divide the results, in order.
package struct PartitionQueryResponse: Sendable, Equatable {
    package var partitions: [StructuredQuery.Cursor]
    /// The token of the next page; nil after the last one.
    package var nextPageToken: String?

    package init(partitions: [StructuredQuery.Cursor], nextPageToken: String?) {
        self.partitions = partitions
        self.nextPageToken = nextPageToken
    }
}
