import FirestoreModel

/// The fields of a map as a container.
///
/// Holds a single reference: the standard library copies the container for each field that is decoded.
struct KeyedTree<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: TreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { decoder.fields.names.compactMap { Key(stringValue: $0.string) } }

    func contains(_ key: Key) -> Bool { self[key] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try inner(key).isNull }

    private subscript(key: some CodingKey) -> Value? { decoder.fields[FieldName(key.stringValue)] }

    private func inner(_ key: Key) throws -> TreeDecoder {
        guard let value = self[key] else { throw decoder.keyNotFound(key) }
        return TreeDecoder(value, in: decoder, at: key)
    }

    /// The decoder of a field; nil if the field is missing or null.
    private func innerIfPresent(_ key: Key) -> TreeDecoder? {
        switch self[key] {
        case nil, .null?: nil
        case let value?: TreeDecoder(value, in: decoder, at: key)
        }
    }

    // MARK: Plain values; the most common ones need no decoder of their own

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        if case .boolean(let flag)? = self[key] { return flag }
        return try inner(key).bool()
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        if case .string(let text)? = self[key] { return text }
        return try inner(key).string()
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        if case .double(let number)? = self[key] { return number }
        return try inner(key).floatingPoint(type)
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        if case .integer(let number)? = self[key], let number = Int(exactly: number) { return number }
        return try inner(key).integer(type)
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try inner(key).floatingPoint(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try inner(key).integer(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try inner(key).integer(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try inner(key).integer(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try inner(key).integer(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try inner(key).integer(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try inner(key).integer(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try inner(key).integer(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try inner(key).integer(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try inner(key).integer(type) }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try innerIfPresent(key)?.bool()
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        if case .string(let text)? = self[key] { return text }
        return try innerIfPresent(key)?.string()
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try innerIfPresent(key)?.floatingPoint(type)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try innerIfPresent(key)?.integer(type)
    }

    // MARK: Other values

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard let value = self[key] else { return try decoder.decodeMissing(type, at: key) }
        return try decoder.decode(type, from: value, at: key)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        switch self[key] {
        case nil, .null?: nil
        case let value?: try decoder.decode(type, from: value, at: key)
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try inner(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try inner(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoderOfSuper(PlainKey.super) }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoderOfSuper(key) }

    private func decoderOfSuper(_ key: some CodingKey) -> TreeDecoder {
        TreeDecoder(self[key] ?? .null, in: decoder, at: key)
    }
}
