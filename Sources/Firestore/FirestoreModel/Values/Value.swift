/// One Firestore value.
///
/// Source for the kinds: <https://firebase.google.com/docs/firestore/reference/rest/v1/Value>.
///
/// Large cases are boxed, so that a value always takes three words.
package enum Value: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case timestamp(Timestamp)
    case string(String)
    case bytes([UInt8])
    indirect case reference(DocumentName)
    case geoPoint(GeoPoint)
    case array([Value])
    indirect case map(MapValue)
}

/// Equality of stored values: same kind, same content. `1` and `1.0` differ; NaN equals itself.
extension Value: Equatable {
    package static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.double(let a), .double(let b)): a == b || (a.isNaN && b.isNaN)
        case (.timestamp(let a), .timestamp(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameUTF8(as: b)
        case (.bytes(let a), .bytes(let b)): a == b
        case (.reference(let a), .reference(let b)): a == b
        case (.geoPoint(let a), .geoPoint(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.map(let a), .map(let b)): a == b
        case (.null, _), (.boolean, _), (.integer, _), (.double, _), (.timestamp, _), (.string, _),
            (.bytes, _), (.reference, _), (.geoPoint, _), (.array, _), (.map, _):
            false
        }
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: Value...) { self = .array(elements) }
}

extension Value {
    /// The text of a string value.
    package var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The elements of an array value.
    package var arrayValue: [Value]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The numbers of a vector; nil for any other value.
    package var vector: [Double]? {
        guard case .map(let fields) = self, fields.isVector else { return nil }
        return fields["value"]?.arrayValue?.compactMap {
            if case .double(let number) = $0 { number } else { nil }
        }
    }

    /// The fields of a map value.
    package var mapValue: MapValue? {
        if case .map(let fields) = self { fields } else { nil }
    }
}

/// A point on the earth, in degrees.
public struct GeoPoint: Hashable, Sendable {
    /// Degrees north, from -90 to 90.
    public let latitude: Double
    /// Degrees east, from -180 to 180.
    public let longitude: Double

    /// Creates a point. The server refuses coordinates outside their ranges.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
