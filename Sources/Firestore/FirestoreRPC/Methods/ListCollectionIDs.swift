package import FirestoreModel

/// The request of `ListCollectionIds`.
package struct ListCollectionIDsRequest: Sendable, Equatable {
    /// How many ids are wanted; 0 for all.
    package var pageSize: Int
    /// Names the page; nil for the first one.
    package var pageToken: String?
    package var readTime: Timestamp?

    package init(pageSize: Int = 0, pageToken: String? = nil, readTime: Timestamp? = nil) {
        self.pageSize = pageSize
        self.pageToken = pageToken
        self.readTime = readTime
    }
}

/// The response of `ListCollectionIds`: one page.
package struct ListCollectionIDsResponse: Sendable, Equatable {
    package var collectionIDs: [String]
    /// Names the next page; nil after the last one.
    package var nextPageToken: String?

    package init(collectionIDs: [String], nextPageToken: String?) {
        self.collectionIDs = collectionIDs
        self.nextPageToken = nextPageToken
    }
}
