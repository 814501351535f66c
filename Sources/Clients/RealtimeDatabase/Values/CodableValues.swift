import JSONText
import RealtimeDatabaseModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Turns values of Swift types into JSON for the database, and what it holds into values of Swift types.
///
/// A Date is written as the server writes times: in milliseconds since 1970.
enum CodableValues {
    static func json(_ value: some Encodable) throws -> JSON {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        return try JSONParser.parse(Array(try encoder.encode(value)))
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from node: DataNode) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        do {
            return try decoder.decode(type, from: Data(node.jsonBytes))
        } catch {
            // Children with the keys 0, 1, 2 come as a list, but may be meant as a dictionary.
            var writer = JSONWriter(.compact)
            node.write(to: &writer, rendersArrays: false)
            if let value = try? decoder.decode(type, from: Data(writer.bytes)) { return value }
            throw error
        }
    }
}
