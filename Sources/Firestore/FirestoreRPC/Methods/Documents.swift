package import FirestoreModel

/// The request of `GetDocument`.
package struct GetDocumentRequest: Sendable {
    /// The fields to return; nil for all of them, empty for none.
    package var mask: DocumentMask?
    package var consistency: Consistency?

    package init(mask: DocumentMask? = nil, consistency: Consistency? = nil) {
        self.mask = mask
        self.consistency = consistency
    }
}

/// The request of `CreateDocument`.
package struct CreateDocumentRequest: Sendable {
    package var collectionID: String
    /// Empty to let the service choose one.
    package var documentID: String
    package var document: DocumentContent
    /// The fields to return; nil for all of them, empty for none.
    package var mask: DocumentMask?

    package init(
        collectionID: String, documentID: String, document: DocumentContent, mask: DocumentMask? = nil
    ) {
        self.collectionID = collectionID
        self.documentID = documentID
        self.document = document
        self.mask = mask
    }
}

/// The request of `UpdateDocument`.
package struct UpdateDocumentRequest: Sendable {
    package var document: DocumentContent
    /// The fields to change; nil to replace the document.
    package var updateMask: DocumentMask?
    /// The fields to return; nil for all of them, empty for none.
    package var mask: DocumentMask?
    package var precondition: Precondition?

    package init(
        document: DocumentContent, updateMask: DocumentMask? = nil, mask: DocumentMask? = nil,
        precondition: Precondition? = nil
    ) {
        self.document = document
        self.updateMask = updateMask
        self.mask = mask
        self.precondition = precondition
    }
}

/// The request of `DeleteDocument`.
package struct DeleteDocumentRequest: Sendable {
    package var precondition: Precondition?

    package init(precondition: Precondition? = nil) {
        self.precondition = precondition
    }
}

/// A document to write, under a name that the request gives elsewhere.
package struct DocumentContent: Sendable {
    /// The name inside the document, unchanged; nil if it is not set.
    package var name: WrittenName?
    package var fields: MapValue

    package init(name: WrittenName? = nil, fields: MapValue) {
        self.name = name
        self.fields = fields
    }
}

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

/// One element of the response stream of `BatchGetDocuments`.
package enum BatchGetDocumentsResponse: Sendable, Equatable {
    case transaction([UInt8])
    case found(Document, readTime: Timestamp)
    case missing(DocumentName, readTime: Timestamp)
    /// Only reports progress.
    case progress(readTime: Timestamp)
}
