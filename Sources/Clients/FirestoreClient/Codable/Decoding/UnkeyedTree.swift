import FirestoreModel

/// The elements of an array as a container.
struct UnkeyedTree: UnkeyedDecodingContainer {
    private let elements: [Value]
    private let decoder: TreeDecoder
    private(set) var currentIndex = 0

    init(_ elements: [Value], _ decoder: TreeDecoder) {
        self.elements = elements
        self.decoder = decoder
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    /// Reads the next element and moves past it unless that fails.
    private mutating func next<T>(_ read: (TreeDecoder) throws -> T) throws -> T {
        let key = PlainKey(intValue: currentIndex)
        guard currentIndex < elements.count else {
            throw DecodingError.valueNotFound(
                T.self,
                .init(codingPath: codingPath + [key], debugDescription: "The array has no more elements."))
        }
        let result = try read(TreeDecoder(elements[currentIndex], in: decoder, at: key))
        currentIndex += 1
        return result
    }

    mutating func decodeNil() throws -> Bool {
        guard currentIndex < elements.count, case .null = elements[currentIndex] else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: String.Type) throws -> String {
        if currentIndex < elements.count, case .string(let text) = elements[currentIndex] {
            currentIndex += 1
            return text
        }
        return try next { try $0.string() }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool() } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.floatingPoint(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.floatingPoint(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.integer(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.integer(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.integer(type) } }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next { try $0.decode(type) } }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
