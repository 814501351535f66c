import JSONText
import RealtimeDatabaseModel

#if Foundation || !canImport(FoundationEssentials)
    public import Foundation
#else
    public import FoundationEssentials
#endif

extension Database {
    /// Decodes the data of a database as values of Swift types, as `JSONDecoder` does.
    ///
    /// Children with the keys 0, 1, 2 and so on decode as an array and as a dictionary.
    public class Decoder {
        /// How dates are stored.
        public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
        /// How bytes are stored.
        public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
        /// How infinities and NaN are stored.
        public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
        /// How keys are named.
        public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

        /// How dates are stored; `.deferredToDate` by default: in seconds since 2001.
        public var dateDecodingStrategy = DateDecodingStrategy.deferredToDate
        /// How bytes are stored; in Base64 by default.
        public var dataDecodingStrategy = DataDecodingStrategy.base64
        /// How infinities and NaN are stored; by default texts for them are refused.
        public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
        /// How keys are named; as the coding keys by default.
        public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys
        /// What types can look up while they are decoded.
        public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

        /// Creates a decoder with the default strategies.
        public init() {}

        /// Decodes a value.
        ///
        /// - Parameters:
        ///   - type: The type of the value.
        ///   - structure: What ``DataSnapshot/value`` returns, or a part of it.
        /// - Throws: `DecodingError` for data that does not fit the type, and what the type throws.
        public func decode<T: Decodable>(_ type: T.Type, from structure: Any) throws -> T {
            let node: DataNode
            do throws(DataProblem) {
                node = try DataReader(now: 0).node(
                    DatabaseValue(plain: structure).json(), over: .null, at: .root)
            } catch {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: error.reason))
            }
            return try decode(type, from: node)
        }

        func decode<T: Decodable>(_ type: T.Type, from node: DataNode) throws -> T {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = dateDecodingStrategy
            decoder.dataDecodingStrategy = dataDecodingStrategy
            decoder.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
            decoder.keyDecodingStrategy = keyDecodingStrategy
            decoder.userInfo = userInfo
            do {
                return try decoder.decode(type, from: Data(node.jsonBytes))
            } catch {
                // A list may be meant as a dictionary.
                var writer = JSONWriter(.compact)
                node.write(to: &writer, rendersArrays: false)
                if let value = try? decoder.decode(type, from: Data(writer.bytes)) { return value }
                throw error
            }
        }
    }
}
