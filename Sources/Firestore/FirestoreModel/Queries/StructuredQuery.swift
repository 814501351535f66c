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
    /// The vector search over the results, or nil.
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

/// A search for the results of a query with the vectors nearest to a given one.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery#FindNearest>.
package struct FindNearest: Sendable, Equatable {
    package enum DistanceMeasure: Sendable, CaseIterable {
        case euclidean, cosine, dotProduct
    }

    /// The field that holds the documents' vectors.
    package var vectorField: FieldPath
    /// The vector to compare with.
    package var queryVector: [Double]
    package var distanceMeasure: DistanceMeasure
    /// The maximum number of results.
    package var limit: Int
    /// The name of the field for each result's distance, or nil. It is a name, not a path: dots are part of it.
    package var distanceResultField: FieldName?
    /// The maximum distance of a result; nil for no limit.
    package var distanceThreshold: Double?

    package init(
        _ vectorField: FieldPath, to queryVector: [Double], by distanceMeasure: DistanceMeasure, limit: Int,
        distanceResultField: FieldName? = nil, distanceThreshold: Double? = nil
    ) {
        self.vectorField = vectorField
        self.queryVector = queryVector
        self.distanceMeasure = distanceMeasure
        self.limit = limit
        self.distanceResultField = distanceResultField
        self.distanceThreshold = distanceThreshold
    }
}

/// An aggregation of the results of a query to one number.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredAggregationQuery>.
package struct Aggregation: Sendable, Equatable {
    package enum Operation: Sendable, Equatable {
        /// The number of results, up to the limit if there is one.
        case count(upTo: Int64?)
        case sum(FieldPath)
        case average(FieldPath)
    }

    package var operation: Operation
    /// The number's name in the response; nil for one that the server generates.
    package var alias: String?

    package init(_ operation: Operation, alias: String? = nil) {
        self.operation = operation
        self.alias = alias
    }

    /// The aggregated field; nil for a count.
    package var field: FieldPath? {
        switch operation {
        case .count: nil
        case .sum(let field), .average(let field): field
        }
    }
}
