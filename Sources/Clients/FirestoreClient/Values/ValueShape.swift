import FirestoreModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a Swift value is to Firestore, one level deep.
enum ValueShape {
    case scalar(Value)
    case array([Any])
    case map([(name: String, value: Any)])
    case fieldValue(FieldValue)
}

/// A type whose values Firestore can hold.
///
/// The conformance of its dynamic type decides what a value is. Casts do not: on Apple's platforms, a number casts to Bool and a
/// Bool to a number.
protocol ValueShapeConvertible {
    var valueShape: ValueShape { get throws(ConversionProblem) }
}

extension ValueShape {
    /// The shape of any Swift value; nil if Firestore has no such type.
    static func of(_ value: Any) throws(ConversionProblem) -> ValueShape? {
        if let known = value as? any ValueShapeConvertible { return try known.valueShape }
        #if Foundation && canImport(ObjectiveC)
            return try ofObject(value)
        #else
            return nil
        #endif
    }
}

extension String: ValueShapeConvertible {
    var valueShape: ValueShape { .scalar(.string(self)) }
}

extension Substring: ValueShapeConvertible {
    var valueShape: ValueShape { .scalar(.string(String(self))) }
}

extension Bool: ValueShapeConvertible {
    var valueShape: ValueShape { .scalar(.boolean(self)) }
}

extension Double: ValueShapeConvertible {
    var valueShape: ValueShape { .scalar(.double(self)) }
}

extension Float: ValueShapeConvertible {
    var valueShape: ValueShape { .scalar(.double(Double(self))) }
}

extension ValueShapeConvertible where Self: FixedWidthInteger {
    var valueShape: ValueShape {
        get throws(ConversionProblem) {
            guard let number = Int64(exactly: self) else {
                throw ConversionProblem("a number larger than Int64 can hold; write a string or a Double")
            }
            return .scalar(.integer(number))
        }
    }
}

extension Int: ValueShapeConvertible {}
extension Int8: ValueShapeConvertible {}
extension Int16: ValueShapeConvertible {}
extension Int32: ValueShapeConvertible {}
extension Int64: ValueShapeConvertible {}
extension UInt: ValueShapeConvertible {}
extension UInt8: ValueShapeConvertible {}
extension UInt16: ValueShapeConvertible {}
extension UInt32: ValueShapeConvertible {}
extension UInt64: ValueShapeConvertible {}

extension VectorValue: ValueShapeConvertible {
    var valueShape: ValueShape {
        .scalar(.map(["__type__": "__vector__", "value": .array(array.map(Value.double))]))
    }
}

extension Date: ValueShapeConvertible {
    var valueShape: ValueShape { .scalar(.timestamp(Timestamp(date: self))) }
}

extension Data: ValueShapeConvertible {
    var valueShape: ValueShape { .scalar(.bytes([UInt8](self))) }
}

extension Timestamp: ValueShapeConvertible {
    var valueShape: ValueShape {
        get throws(ConversionProblem) {
            guard Timestamp.secondsRange.contains(seconds) else {
                throw ConversionProblem("a time outside of the years 1 to 9999")
            }
            return .scalar(.timestamp(self))
        }
    }
}

extension GeoPoint: ValueShapeConvertible {
    var valueShape: ValueShape {
        get throws(ConversionProblem) {
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
                throw ConversionProblem("a point outside of latitude -90 to 90 or longitude -180 to 180")
            }
            return .scalar(.geoPoint(self))
        }
    }
}

extension FieldValue: ValueShapeConvertible {
    var valueShape: ValueShape { .fieldValue(self) }
}

extension DocumentReference: ValueShapeConvertible {
    var valueShape: ValueShape {
        get throws(ConversionProblem) { .scalar(.reference(try location.get())) }
    }
}

extension Optional: ValueShapeConvertible {
    var valueShape: ValueShape {
        get throws(ConversionProblem) {
            guard let value = self else { return .scalar(.null) }
            guard let shape = try ValueShape.of(value) else { throw .unsupported(value) }
            return shape
        }
    }
}

extension AnyHashable: ValueShapeConvertible {
    var valueShape: ValueShape {
        get throws(ConversionProblem) {
            guard let shape = try ValueShape.of(base) else { throw .unsupported(base) }
            return shape
        }
    }
}

extension Array: ValueShapeConvertible {
    var valueShape: ValueShape {
        if Element.self == UInt8.self, let bytes = self as? [UInt8] { return .scalar(.bytes(bytes)) }
        return .array(self)
    }
}

extension Dictionary: ValueShapeConvertible {
    var valueShape: ValueShape {
        get throws(ConversionProblem) {
            var members: [(name: String, value: Any)] = []
            members.reserveCapacity(count)
            for (key, value) in self {
                guard let name = key as? String else {
                    throw ConversionProblem("a dictionary whose keys are not strings")
                }
                members.append((name, value))
            }
            // A dictionary has no order; sorted, requests are the same in every run.
            return .map(members.sorted { FieldName($0.name) < FieldName($1.name) })
        }
    }
}

extension ConversionProblem {
    /// The problem of a value of a type that Firestore does not have. It names the type, not the value.
    static func unsupported(_ value: Any) -> ConversionProblem {
        ConversionProblem(
            "a value of type \(type(of: value)) is not a Firestore value; "
                + "write a string, number, Bool, Date, Data, GeoPoint, array or dictionary")
    }
}
