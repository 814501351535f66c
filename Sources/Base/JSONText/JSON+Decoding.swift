extension JSON {
    /// Decodes a value of a type from the tree.
    ///
    /// Unlike Foundation's decoder, it keeps names of members apart that differ only in their Unicode normal form.
    ///
    /// - Throws: `DecodingError` with the path of the value in question.
    package func decoded<Content: Decodable>(as type: Content.Type) throws -> Content {
        try Content(from: TreeDecoder(json: self, codingPath: []))
    }
}

/// Any name in an object, or a position in an array.
package struct AnyCodingKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}

/// A value with its path: the decoder of its type, and the container of a single value.
private struct TreeDecoder: Decoder, SingleValueDecodingContainer {
    let json: JSON
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func below(_ json: JSON, _ key: any CodingKey) -> TreeDecoder {
        TreeDecoder(json: json, codingPath: codingPath + [key])
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(Members(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = json else { throw mismatch([Any].self) }
        return Elements(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { json.isNull }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .boolean(let value) = json else { throw mismatch(type) }
        return value
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let text) = json else { throw mismatch(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double { try number(type) }
    func decode(_ type: Float.Type) throws -> Float { try number(type) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    func decode<Content: Decodable>(_ type: Content.Type) throws -> Content { try Content(from: self) }

    /// Takes whole numbers in any form, such as `1.0` and `1e3`.
    private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        guard case .number(let digits) = json,
            let number = Number(digits) ?? Double(digits).flatMap({ Number(exactly: $0) })
        else { throw mismatch(type) }
        return number
    }

    private func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type
    ) throws -> Number {
        guard case .number(let digits) = json, let number = Number(digits), number.isFinite else {
            throw mismatch(type)
        }
        return number
    }

    private func mismatch(_ type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "The value is not of the type \(type).")
        return json.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

/// The members of an object.
private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: TreeDecoder
    let members: [JSON.Member]
    /// The places of names in a large object.
    private let places: [[UInt8]: Int]?

    init(decoder: TreeDecoder, members: [JSON.Member]) {
        self.decoder = decoder
        self.members = members
        places =
            members.count < 16
            ? nil : Dictionary(members.enumerated().map { (Array($1.name.utf8), $0) }) { _, last in last }
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    private subscript(name: String) -> JSON? {
        guard let places else { return members[name] }
        return places[Array(name.utf8)].map { members[$0].value }
    }

    func contains(_ key: Key) -> Bool { self[key.stringValue] != nil }

    private func value(_ key: Key) throws -> TreeDecoder {
        guard let json = self[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "\"\(key.stringValue)\" is missing."))
        }
        return decoder.below(json, key)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }

    func decode<Content: Decodable>(_ type: Content.Type, forKey key: Key) throws -> Content {
        try value(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try value(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        let key = AnyCodingKey(stringValue: "super")
        return decoder.below(self[key.stringValue] ?? .null, key)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

/// The elements of an array, one after the other.
private struct Elements: UnkeyedDecodingContainer {
    let decoder: TreeDecoder
    let elements: [JSON]
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private func next(_ type: any Any.Type) throws -> TreeDecoder {
        let key = AnyCodingKey(intValue: currentIndex)
        if isAtEnd {
            throw DecodingError.valueNotFound(
                type,
                .init(codingPath: codingPath + [key], debugDescription: "The array has no more elements."))
        }
        return decoder.below(elements[currentIndex], key)
    }

    /// Moves on only if the element can be decoded.
    private mutating func take<Result>(
        _ type: any Any.Type, _ read: (TreeDecoder) throws -> Result
    ) throws -> Result {
        let result = try read(next(type))
        currentIndex += 1
        return result
    }

    mutating func decodeNil() throws -> Bool {
        let isNull = try next(Never.self).decodeNil()
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
        try take(type) { try $0.decode(type) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take([String: Any].self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take([Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try take(Never.self) { $0 } }
}
