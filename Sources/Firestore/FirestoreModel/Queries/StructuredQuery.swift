/// A query over one collection, or over all collections with one id.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery>.
package struct StructuredQuery: Sendable, Equatable {
    /// The collections to query.
    package struct CollectionSelector: Sendable, Equatable {
        /// The collections' id; empty for every id.
        package var collectionID: String
        /// True for collections at any depth below the parent, false for its direct children.
        package var allDescendants: Bool

        package init(_ collectionID: String, allDescendants: Bool = false) {
            self.collectionID = collectionID
            self.allDescendants = allDescendants
        }
    }

    /// The fields to return; nil for all of them, empty for none.
    package var select: DocumentMask?
    package var from: [CollectionSelector]
    package var filter: Filter?
    package var orderBy: [Order]
    package var startAt: Cursor?
    package var endAt: Cursor?
    package var offset: Int
    package var limit: Int?
    /// The vector search over the results; nil for none.
    package var findNearest: FindNearest?

    package init(
        select: DocumentMask? = nil, from: [CollectionSelector], filter: Filter? = nil, orderBy: [Order] = [],
        startAt: Cursor? = nil, endAt: Cursor? = nil, offset: Int = 0, limit: Int? = nil,
        findNearest: FindNearest? = nil
    ) {
        self.select = select
        self.from = from
        self.filter = filter
        self.orderBy = orderBy
        self.startAt = startAt
        self.endAt = endAt
        self.offset = offset
        self.limit = limit
        self.findNearest = findNearest
    }

    /// One field to sort by.
    package struct Order: Sendable, Equatable {
        package var field: FieldPath
        package var direction: Direction

        package init(_ field: FieldPath, _ direction: Direction = .ascending) {
            self.field = field
            self.direction = direction
        }
    }

    package enum Direction: Sendable, Equatable {
        case ascending, descending
    }

    /// A position in the order of the results.
    package struct Cursor: Sendable, Equatable {
        /// Values for the first fields of the order.
        package var values: [Value]
        /// True for the position just before the documents with these values, false for just after them.
        package var before: Bool

        package init(_ values: [Value], before: Bool) {
            self.values = values
            self.before = before
        }
    }
}
