package import FirestoreModel

/// The request of `ListDocuments`.
package struct ListDocumentsRequest: Sendable {
    /// The id of the collection below the parent; empty if the name of the resource is that of the collection.
    package var collectionID: String
    /// The maximum number of documents; 0 for the server's default.
    package var pageSize: Int
    /// The token of the page; nil for the first one.
    package var pageToken: String?
    /// Orders as text, such as ``a desc, b.`c d` ``.
    package var orderBy: String
    /// The fields to return; nil for all of them, empty for none.
    package var mask: DocumentMask?
    package var consistency: Consistency?
    /// Whether to list missing documents too, if there are documents below them.
    package var showMissing: Bool

    package init(
        collectionID: String = "", pageSize: Int = 0, pageToken: String? = nil, orderBy: String = "",
        mask: DocumentMask? = nil, consistency: Consistency? = nil, showMissing: Bool = false
    ) {
        self.collectionID = collectionID
        self.pageSize = pageSize
        self.pageToken = pageToken
        self.orderBy = orderBy
        self.mask = mask
        self.consistency = consistency
        self.showMissing = showMissing
    }
}

/// The response of `ListDocuments`: one page.
package struct ListDocumentsResponse: Sendable, Equatable {
    package var documents: [Document]
    /// The token of the next page; nil or empty after the last one.
    package var nextPageToken: String?

    package init(documents: [Document], nextPageToken: String?) {
        self.documents = documents
        self.nextPageToken = nextPageToken
    }
}

/// The request of `ListCollectionIds`.
package struct ListCollectionIDsRequest: Sendable, Equatable {
    /// The maximum number of ids; 0 for all.
    package var pageSize: Int
    /// The token of the page; nil for the first one.
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
    /// The token of the next page; nil after the last one.
    package var nextPageToken: String?

    package init(collectionIDs: [String], nextPageToken: String?) {
        self.collectionIDs = collectionIDs
        self.nextPageToken = nextPageToken
    }
}
