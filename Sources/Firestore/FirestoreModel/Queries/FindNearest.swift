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
    /// The name of the field for each result's distance; nil for none. It is a name, not a path: dots are part of it.
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
