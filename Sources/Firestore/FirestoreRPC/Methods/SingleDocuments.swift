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
    /// Empty for an id that the service makes.
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

/// A document to be written under a name that the request gives elsewhere.
package struct DocumentContent: Sendable {
    /// The name inside of the document as it came; nil when it is not set.
    package var name: String?
    package var fields: MapValue

    package init(name: String? = nil, fields: MapValue) {
        self.name = name
        self.fields = fields
    }
}
