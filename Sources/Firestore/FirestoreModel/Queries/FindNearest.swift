/// A search for the results of a query whose vector lies nearest to a given one.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery#FindNearest>.
package struct FindNearest: Sendable, Equatable {
    package enum DistanceMeasure: Sendable, CaseIterable {
        case euclidean, cosine, dotProduct
    }

    /// The field that holds the documents' vectors.
    package var vectorField: FieldPath
    /// The vector to be near to.
    package var queryVector: [Double]
    package var distanceMeasure: DistanceMeasure
    /// How many results are wanted at the most.
    package var limit: Int
    /// The name of a field in which results carry their distance; nil for none. A name, not a path: dots are part of it.
    package var distanceResultField: FieldName?
    /// The distance beyond which nothing is a result; nil for no bound.
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
