#if Foundation || !canImport(FoundationEssentials)
    public import Foundation
#else
    public import FoundationEssentials
#endif

extension Firestore {
    /// Encodes values of your types as documents.
    ///
    /// `Timestamp`, `GeoPoint`, ``VectorValue``, ``DocumentReference`` and ``FieldValue`` stay as they are. Optional
    /// properties that are nil are left out; see ``ExplicitNull``.
    public class Encoder {
        /// How dates are stored.
        public enum DateEncodingStrategy {
            /// As a timestamp, the default.
            case timestamp
            /// As `Date` encodes itself: seconds since 2001.
            case deferredToDate
            /// As a number of seconds since 1970.
            case secondsSince1970
            /// As a number of milliseconds since 1970.
            case millisecondsSince1970
            /// As ISO 8601 text, without fractions of a second.
            case iso8601
            #if Foundation
                /// As the formatter's text.
                case formatted(DateFormatter)
            #endif
            /// As the closure encodes it.
            case custom((Date, any Swift.Encoder) throws -> Void)
        }

        /// How bytes are stored.
        public enum DataEncodingStrategy {
            /// As bytes, the default.
            case blob
            /// As `Data` encodes itself: an array of numbers.
            case deferredToData
            /// As text in Base64.
            case base64
            /// As the closure encodes it.
            case custom((Data, any Swift.Encoder) throws -> Void)
        }

        /// How infinities and NaN are stored.
        public enum NonConformingFloatEncodingStrategy {
            /// Not stored, the default: encoding throws.
            case `throw`
            /// As these strings.
            case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
        }

        /// How fields are named.
        public enum KeyEncodingStrategy {
            /// As the coding keys, the default.
            case useDefaultKeys
            /// In snake case, from coding keys in camel case. Keys of dictionaries do not change.
            case convertToSnakeCase
            /// The closure turns the path of a coding key into the name of the field.
            case custom((_ codingPath: [any CodingKey]) -> any CodingKey)
        }

        /// How dates are stored; `.timestamp` by default.
        public var dateEncodingStrategy = DateEncodingStrategy.timestamp
        /// How bytes are stored; `.blob` by default.
        public var dataEncodingStrategy = DataEncodingStrategy.blob
        /// How infinities and NaN are stored; by default encoding them throws.
        public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
        /// How fields are named; as the coding keys by default.
        public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
        /// Values that types can look up while they are encoded.
        public var userInfo: [CodingUserInfoKey: Any] = [:]

        /// Creates an encoder with the default strategies.
        public init() {}

        /// Encodes a value as the data of a document.
        ///
        /// - Returns: The fields, ready for `setData`.
        /// - Throws: `EncodingError` if the value does not encode as a map, and any error of the type's `encode(to:)`.
        public func encode<T: Encodable>(_ value: T) throws -> [String: Any] {
            guard let fields = try TreeEncoder(self).encodedFields(value) else {
                throw EncodingError.invalidValue(
                    value,
                    .init(codingPath: [], debugDescription: "\(T.self) is not a map, as a document must be."))
            }
            return fields
        }
    }
}
