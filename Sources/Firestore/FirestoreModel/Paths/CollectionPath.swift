/// The path of a collection below its database: an odd number of ids, such as `conversations/c1/messages`.
package struct CollectionPath: ResourcePath {
    package let segments: [ResourceID]

    /// Creates a path from ids, or nil if their number is even.
    package init?(segments: [ResourceID]) {
        guard !segments.count.isMultiple(of: 2) else { return nil }
        self.segments = segments
    }

    /// The collection with an id below a document, or below the database itself.
    package init(parent: DocumentPath?, id: ResourceID) {
        segments = (parent?.segments ?? []) + [id]
    }

    /// The collection of a document, from all of the document's segments.
    init(documentSegments: [ResourceID]) {
        segments = Array(documentSegments.dropLast())
    }

    /// The collection's id: the last segment.
    package var id: ResourceID { segments[segments.count - 1] }

    /// The parent document; nil for a collection at the root.
    package var parent: DocumentPath? { DocumentPath(segments: Array(segments.dropLast())) }
}
