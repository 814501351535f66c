import Foundation

/// A map as a container.
struct KeyedTreeEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let map: UnfinishedMap
    private let context: EncodingContext
    private let path: CodingPathLink

    init(_ map: UnfinishedMap, _ context: EncodingContext, _ path: CodingPathLink) {
        self.map = map
        self.context = context
        self.path = path
    }

    var codingPath: [any CodingKey] { path.keys }

    private func name(_ key: some CodingKey) -> String {
        switch context.keys {
        case .useDefaultKeys: key.stringValue
        case .convertToSnakeCase: SnakeCase.encoded(key.stringValue)
        case .custom(let convert): convert(codingPath + [key]).stringValue
        }
    }

    func encodeNil(forKey key: Key) throws { map.members[name(key)] = NSNull() }
    func encode(_ value: Bool, forKey key: Key) throws { map.members[name(key)] = value }
    func encode(_ value: String, forKey key: Key) throws { map.members[name(key)] = value }
    func encode(_ value: Double, forKey key: Key) throws {
        map.members[name(key)] = try context.encoded(value, at: path.appending(key))
    }
    func encode(_ value: Float, forKey key: Key) throws {
        map.members[name(key)] = try context.encoded(value, at: path.appending(key))
    }
    func encode(_ value: Int, forKey key: Key) throws { map.members[name(key)] = value }
    func encode(_ value: Int8, forKey key: Key) throws { map.members[name(key)] = value }
    func encode(_ value: Int16, forKey key: Key) throws { map.members[name(key)] = value }
    func encode(_ value: Int32, forKey key: Key) throws { map.members[name(key)] = value }
    func encode(_ value: Int64, forKey key: Key) throws { map.members[name(key)] = value }
    func encode(_ value: UInt, forKey key: Key) throws { map.members[name(key)] = value }
    func encode(_ value: UInt8, forKey key: Key) throws { map.members[name(key)] = value }
    func encode(_ value: UInt16, forKey key: Key) throws { map.members[name(key)] = value }
    func encode(_ value: UInt32, forKey key: Key) throws { map.members[name(key)] = value }
    func encode(_ value: UInt64, forKey key: Key) throws { map.members[name(key)] = value }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if T.self is any FieldlessProperty.Type { return }
        map.members[name(key)] = try TreeEncoder(context, path.appending(key)).encoded(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        let nested = map.nested(name(key)) { UnfinishedMap() }
        return KeyedEncodingContainer(
            KeyedTreeEncoding<NestedKey>(nested, context, path.appending(key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let nested = map.nested(name(key)) { UnfinishedArray() }
        return UnkeyedTreeEncoding(nested, context, path.appending(key))
    }

    func superEncoder() -> any Encoder { inner(PlainKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { inner(key) }

    private func inner(_ key: some CodingKey) -> TreeEncoder {
        map.nested(name(key)) { TreeEncoder(context, path.appending(key)) }
    }
}
