package import FirestoreModel

/// The request of `BatchGetDocuments`.
package struct BatchGetDocumentsRequest: Sendable, Equatable {
    package var documents: [DocumentName]
    /// The fields to return; nil for all of them, empty for none.
    package var mask: DocumentMask?
    package var consistency: Consistency?

    package init(documents: [DocumentName], mask: DocumentMask? = nil, consistency: Consistency? = nil) {
        self.documents = documents
        self.mask = mask
        self.consistency = consistency
    }
}

/// One element of the stream that `BatchGetDocuments` answers.
package enum BatchGetDocumentsResponse: Sendable, Equatable {
    case transaction([UInt8])
    case found(Document, readTime: Timestamp)
    case missing(DocumentName, readTime: Timestamp)
    /// Only reports how far the server has come.
    case progress(readTime: Timestamp)
}
