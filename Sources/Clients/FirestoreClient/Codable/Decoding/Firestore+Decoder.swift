import FirestoreModel

#if Foundation || !canImport(FoundationEssentials)
    public import Foundation
#else
    public import FoundationEssentials
#endif

extension Firestore {
    /// Decodes documents into values of your types.
    ///
    /// Whole numbers decode as any integer type that can hold them, all numbers as floating-point types, booleans only as
    /// `Bool`. `Timestamp`, `GeoPoint`, ``VectorValue`` and ``DocumentReference`` decode as themselves.
    public class Decoder {
        /// How dates are stored.
        public enum DateDecodingStrategy {
            /// As a timestamp, the default.
            case timestamp
            /// As `Date` decodes itself: seconds since 2001.
            case deferredToDate
            /// As a number of seconds since 1970.
            case secondsSince1970
            /// As a number of milliseconds since 1970.
            case millisecondsSince1970
            /// As ISO 8601 text, without fractions of a second.
            case iso8601
            #if Foundation
                /// As text that the formatter reads.
                case formatted(DateFormatter)
            #endif
            /// As the closure reads it.
            case custom((_ decoder: any Swift.Decoder) throws -> Date)
        }

        /// How bytes are stored.
        public enum DataDecodingStrategy {
            /// As bytes, the default; text in Base64 is accepted too.
            case blob
            /// As `Data` decodes itself: an array of numbers.
            case deferredToData
            /// As text in Base64.
            case base64
            /// As the closure reads it.
            case custom((_ decoder: any Swift.Decoder) throws -> Data)
        }

        /// How infinities and NaN are stored.
        public enum NonConformingFloatDecodingStrategy {
            /// As numbers only, the default.
            case `throw`
            /// As numbers, or as these strings.
            case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
        }

        /// How fields are named.
        public enum KeyDecodingStrategy {
            /// As the coding keys, the default.
            case useDefaultKeys
            /// In snake case, for coding keys in camel case.
            case convertFromSnakeCase
            /// The closure turns the path of a field into its coding key.
            case custom((_ codingPath: [any CodingKey]) -> any CodingKey)
        }

        /// How dates are stored; `.timestamp` by default.
        public var dateDecodingStrategy = DateDecodingStrategy.timestamp
        /// How bytes are stored; `.blob` by default.
        public var dataDecodingStrategy = DataDecodingStrategy.blob
        /// How infinities and NaN are stored; as numbers by default.
        public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
        /// How fields are named; as the coding keys by default.
        public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys
        /// Values that types can look up while they are decoded.
        public var userInfo: [CodingUserInfoKey: Any] = [:]

        /// Creates a decoder with the default strategies.
        public init() {}

        /// Decodes a value from the data of a document, or from any value in it.
        ///
        /// - Parameters:
        ///   - type: The type of the value.
        ///   - data: What ``DocumentSnapshot/data()`` returns, or a part of it.
        /// - Throws: `DecodingError` if the data does not fit the type, and any error of the type's initializer.
        public func decode<T: Decodable>(_ type: T.Type, from data: Any) throws -> T {
            try decode(type, from: data, in: nil)
        }

        /// Decodes a value from the data of a document.
        ///
        /// - Parameters:
        ///   - type: The type of the value.
        ///   - data: What ``DocumentSnapshot/data()`` returns.
        ///   - reference: The document, for properties that are a ``DocumentID``.
        /// - Throws: `DecodingError` if the data does not fit the type, and any error of the type's initializer.
        public func decode<T: Decodable>(
            _ type: T.Type, from data: Any, in reference: DocumentReference?
        ) throws -> T {
            let input = try DecoderInput(data)
            let context = DecodingContext(
                self, reference: reference, firestore: input.firestore ?? reference?.firestore)
            return try TreeDecoder(input.value, context).decode(type)
        }

        /// Decodes the fields of a document; nil stands for a document that does not exist.
        func decode<T: Decodable>(
            _ type: T.Type, from fields: MapValue?, in reference: DocumentReference
        ) throws -> T {
            let context = DecodingContext(self, reference: reference, firestore: reference.firestore)
            let decoder = fields.map { TreeDecoder($0, context) } ?? TreeDecoder(.null, context)
            return try decoder.decode(type)
        }
    }
}

/// What all decoders of one document share.
final class DecodingContext {
    let decoder: Firestore.Decoder
    let renamesKeys: Bool
    let reference: DocumentReference?
    /// The database of the references in the data.
    let firestore: Firestore?

    init(_ decoder: Firestore.Decoder, reference: DocumentReference?, firestore: Firestore?) {
        self.decoder = decoder
        self.reference = reference
        self.firestore = firestore
        renamesKeys = if case .useDefaultKeys = decoder.keyDecodingStrategy { false } else { true }
    }
}
