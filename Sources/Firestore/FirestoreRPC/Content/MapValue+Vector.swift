package import FirestoreModel

extension MapValue {
    /// The maximum number of dimensions.
    private static let maximumDimensions = 2048

    /// Why Firestore refuses to read a map with a `__type__`, or nil.
    ///
    /// Only vectors have a type. An unknown type is refused later, when it is written.
    package var refusalOfType: String? {
        guard let type = self["__type__"]?.stringValue else { return "Field __type__ is not a string." }
        if type != "__vector__" { return nil }
        guard let value = self["value"] else { return "Vector map is missing key 'value'." }
        guard let numbers = value.arrayValue else { return "Vector Value type must be an array." }
        if count > 2 { return "Vector Value map has extraneous entries." }
        if numbers.isEmpty { return "Cannot have a zero length vector." }
        if numbers.count > MapValue.maximumDimensions {
            return "Vectors must be at most \(MapValue.maximumDimensions) dimensions."
        }
        let areDoubles = numbers.allSatisfy { if case .double = $0 { true } else { false } }
        return areDoubles ? nil : "Vector must only contain values of type 'double'"
    }
}
