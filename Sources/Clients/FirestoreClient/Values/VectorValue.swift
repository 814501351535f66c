/// A vector of numbers, such as the embedding of a text.
///
/// Firestore orders vectors by their lengths, then by their numbers, and finds those that are nearest to one: see
/// ``Query/findNearest(vectorField:queryVector:limit:distanceMeasure:distanceResultField:distanceThreshold:)``.
/// At most 2,048 numbers: <https://firebase.google.com/docs/firestore/vector-search>.
public struct VectorValue: Hashable, Sendable, Codable {
    /// The numbers.
    public let array: [Double]

    /// Creates a vector.
    public init(_ array: [Double]) {
        self.array = array
    }

    /// Creates a vector from numbers of single precision.
    public init(_ array: [Float]) {
        self.init(array.map(Double.init))
    }
}

extension FieldValue {
    /// The vector with these numbers.
    public static func vector(_ array: [Double]) -> VectorValue { VectorValue(array) }
    /// The vector with these numbers of single precision.
    public static func vector(_ array: [Float]) -> VectorValue { VectorValue(array) }
}
