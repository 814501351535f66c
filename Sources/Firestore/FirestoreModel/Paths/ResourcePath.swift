/// The common part of collection and document paths: ids below a database, joined by slashes.
package protocol ResourcePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    var segments: [ResourceID] { get }
}

extension ResourcePath {
    package var description: String { segments.map(\.string).joined(separator: "/") }

    package static func < (left: Self, right: Self) -> Bool {
        compareSegments(left.segments, right.segments) == .less
    }
}

/// Compares segment by segment; a prefix comes first.
private func compareSegments(_ left: [ResourceID], _ right: [ResourceID]) -> ComparisonOrder {
    for index in 0..<min(left.count, right.count) {
        // Testing for equality is faster than comparing, and most are equal.
        if left[index] == right[index] { continue }
        let order = left[index].compare(to: right[index])
        if order != .equal { return order }
    }
    return ComparisonOrder(left.count, right.count)
}

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
