package import FirestoreModel

/// The request of `PartitionQuery`.
package struct PartitionQueryRequest: Sendable, Equatable {
    package var query: StructuredQuery
    /// How many points are wanted at the most: one less than the parts that the results fall into.
    package var partitionCount: Int64
    /// How many points a page holds at the most; 0 for no bound.
    package var pageSize: Int
    /// Names the page; nil for the first one.
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

/// The response of `PartitionQuery`: one page of the points that divide the results, in their order.
package struct PartitionQueryResponse: Sendable, Equatable {
    package var partitions: [StructuredQuery.Cursor]
    /// Names the next page; nil after the last one.
    package var nextPageToken: String?

    package init(partitions: [StructuredQuery.Cursor], nextPageToken: String?) {
        self.partitions = partitions
        self.nextPageToken = nextPageToken
    }
}
