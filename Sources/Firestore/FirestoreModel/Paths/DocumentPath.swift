/// The path of a document below its database: an even number of ids, such as `conversations/c1/messages/m1`.
package struct DocumentPath: ResourcePath {
    package let segments: [ResourceID]

    /// Creates a path from ids, or nil if their number is odd or zero.
    package init?(segments: [ResourceID]) {
        guard !segments.isEmpty, segments.count.isMultiple(of: 2) else { return nil }
        self.segments = segments
    }

    /// The path of a document in a collection.
    package init(_ collection: CollectionPath, _ id: ResourceID) {
        segments = collection.segments + [id]
    }

    /// The document's id: the last segment.
    package var id: ResourceID { segments[segments.count - 1] }

    /// The collection of the document.
    package var collection: CollectionPath { CollectionPath(documentSegments: segments) }

    /// The maximum number of documents and collections in one path.
    package static let maximumSegments = 200
}
