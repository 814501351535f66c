public import FirestoreModel

/// How the distance of two vectors is measured.
public enum DistanceMeasure: Sendable {
    /// The length of the line between them.
    case euclidean
    /// 1 minus the cosine of the angle between them.
    case cosine
    /// The product of their lengths and the cosine of the angle: the larger, the nearer.
    case dotProduct
}

extension Query {
    /// Returns the documents with the nearest vectors, nearest first, as in server SDKs.
    ///
    /// See <https://firebase.google.com/docs/firestore/vector-search>. Google's emulator has no vector search.
    ///
    /// - Parameters:
    ///   - vectorField: The field with the vectors.
    ///   - queryVector: The vector to compare with.
    ///   - limit: The maximum number of documents, from 1 to 1,000.
    ///   - distanceMeasure: How distance is measured.
    ///   - distanceResultField: The name of a field for the distance of each result, or nil.
    ///   - distanceThreshold: The maximum distance; nil for no limit.
    /// - Returns: The query.
    public func findNearest(
        vectorField: FieldPath, queryVector: VectorValue, limit: Int, distanceMeasure: DistanceMeasure,
        distanceResultField: String? = nil, distanceThreshold: Double? = nil
    ) -> Query {
        adding {
            $0.findNearest = FindNearest(
                vectorField, to: queryVector.array, by: distanceMeasure.modelMeasure, limit: limit,
                distanceResultField: distanceResultField.map { FieldName($0) },
                distanceThreshold: distanceThreshold)
        }
    }
}

extension DistanceMeasure {
    fileprivate var modelMeasure: FindNearest.DistanceMeasure {
        switch self {
        case .euclidean: .euclidean
        case .cosine: .cosine
        case .dotProduct: .dotProduct
        }
    }
}
