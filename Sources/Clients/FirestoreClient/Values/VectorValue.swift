/// A vector of numbers, such as the embedding of a text.
///
/// Firestore orders vectors by length, then by their numbers, and finds the nearest ones: see
/// ``Query/findNearest(vectorField:queryVector:limit:distanceMeasure:distanceResultField:distanceThreshold:)``.
/// At most 2,048 numbers: <https://firebase.google.com/docs/firestore/vector-search>.
public struct VectorValue: Hashable, Sendable, Codable {
    /// The numbers.
    public let array: [Double]

    /// Creates a vector.
    public init(_ array: [Double]) {
        self.array = array
    }

    /// Creates a vector from single-precision numbers.
    public init(_ array: [Float]) {
        self.init(array.map(Double.init))
    }
}

extension FieldValue {
    /// The vector with these numbers.
    public static func vector(_ array: [Double]) -> VectorValue { VectorValue(array) }
    /// The vector with these single-precision numbers.
    public static func vector(_ array: [Float]) -> VectorValue { VectorValue(array) }
}
