import FirestoreModel

/// The fields of a map as a container.
struct KeyedTree<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// The fields, by the names that coding keys have.
    private let fields: MapValue
    private let decoder: TreeDecoder

    init(_ fields: MapValue, _ decoder: TreeDecoder) {
        self.decoder = decoder
        switch decoder.context.keys {
        case .useDefaultKeys: self.fields = fields
        case .convertFromSnakeCase:
            self.fields = MapValue(
                pairs: fields.map { (FieldName(SnakeCase.decoded($0.name.string)), $0.value) })
        case .custom(let convert):
            let path = decoder.codingPath
            self.fields = MapValue(
                pairs: fields.map { name, value in
                    let key = convert(path + [PlainKey(stringValue: name.string)])
                    return (FieldName(key.stringValue), value)
                })
        }
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { fields.names.compactMap { Key(stringValue: $0.string) } }

    func contains(_ key: Key) -> Bool { self[key] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try inner(key).isNull }

    private subscript(key: Key) -> Value? { fields[FieldName(key.stringValue)] }

    private func decoder(_ value: Value, _ key: some CodingKey) -> TreeDecoder {
        TreeDecoder(value, decoder.context, decoder.path.appending(key))
    }

    private func inner(_ key: Key) throws -> TreeDecoder {
        guard let value = self[key] else {
            throw DecodingError.keyNotFound(
                key,
                .init(
                    codingPath: codingPath,
                    debugDescription: "The document has no field \"\(key.stringValue)\" here."))
        }
        return decoder(value, key)
    }

    /// The decoder of a field; nil where there is none, or null.
    private func innerIfPresent(_ key: Key) -> TreeDecoder? {
        switch self[key] {
        case nil, .null?: nil
        case let value?: decoder(value, key)
        }
    }

    // MARK: Plain values; what most documents consist of is read without a decoder of its own

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
        if let value = self[key] {
            if let known: T = value.matching(type) { return known }
        }
        if let property = type as? any FieldlessProperty.Type,
            let value = try property.init(in: decoder.context.reference) as? T
        {
            return value
        }
        return try inner(key).decode(type)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        switch self[key] {
        case nil, .null?: nil
        case let value?: try value.matching(type) ?? decoder(value, key).decode(type)
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

    func superDecoder() throws -> any Decoder {
        decoder(fields[FieldName(PlainKey.super.stringValue)] ?? .null, PlainKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(self[key] ?? .null, key) }
}

extension Value {
    /// The value as a type that holds just this kind; nil for other types.
    fileprivate func matching<T>(_ type: T.Type) -> T? {
        switch self {
        case .timestamp(let time): type == Timestamp.self ? time as? T : nil
        case .array(let elements):
            // An array of texts is what a chat keeps most often beside plain values.
            type == [String].self ? Value.strings(elements) as? T : nil
        case .null, .boolean, .integer, .double, .string, .bytes, .reference, .geoPoint, .map: nil
        }
    }

    private static func strings(_ elements: [Value]) -> [String]? {
        var texts: [String] = []
        texts.reserveCapacity(elements.count)
        for case .string(let text) in elements { texts.append(text) }
        return texts.count == elements.count ? texts : nil
    }
}
