package import FirestoreModel

/// The request of `ListDocuments`.
package struct ListDocumentsRequest: Sendable {
    /// How many documents are wanted; 0 for as many as the server likes.
    package var pageSize: Int
    /// Names the page; nil for the first one.
    package var pageToken: String?
    /// Orders as text, such as ``a desc, b.`c d` ``.
    package var orderBy: String
    /// The fields to return; nil for all of them, empty for none.
    package var mask: DocumentMask?
    package var consistency: Consistency?
    /// True to list documents that do not exist as well, if there is something below them.
    package var showMissing: Bool

    package init(
        pageSize: Int = 0, pageToken: String? = nil, orderBy: String = "", mask: DocumentMask? = nil,
        consistency: Consistency? = nil, showMissing: Bool = false
    ) {
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
    /// Names the next page; nil or empty after the last one.
    package var nextPageToken: String?

    package init(documents: [Document], nextPageToken: String?) {
        self.documents = documents
        self.nextPageToken = nextPageToken
    }
}
