import JSONText

#if Foundation || !canImport(FoundationEssentials)
    public import Foundation
#else
    public import FoundationEssentials
#endif

extension Database {
    /// Encodes values of Swift types as data for a database, as `JSONEncoder` does.
    public class Encoder {
        /// How dates are stored.
        public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
        /// How bytes are stored.
        public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
        /// How infinities and NaN are stored.
        public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy
        /// How keys are named.
        public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy

        /// How dates are stored; `.deferredToDate` by default: in seconds since 2001.
        public var dateEncodingStrategy = DateEncodingStrategy.deferredToDate
        /// How bytes are stored; in Base64 by default.
        public var dataEncodingStrategy = DataEncodingStrategy.base64
        /// How infinities and NaN are stored; by default encoding them throws.
        public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
        /// How keys are named; as the coding keys by default.
        public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
        /// What types can look up while they are encoded.
        public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

        /// Creates an encoder with the default strategies.
        public init() {}

        /// Encodes a value.
        ///
        /// - Returns: A dictionary, array, string or number, for `setValue` and the like.
        /// - Throws: `EncodingError`, and what the value's type throws.
        public func encode<T: Encodable>(_ value: T) throws -> Any {
            try DatabaseValue(JSONParser.parse(Array(json(value)))).plain
        }

        private func json<T: Encodable>(_ value: T) throws -> Data {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = dateEncodingStrategy
            encoder.dataEncodingStrategy = dataEncodingStrategy
            encoder.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
            encoder.keyEncodingStrategy = keyEncodingStrategy
            encoder.userInfo = userInfo
            return try encoder.encode(value)
        }
    }
}
