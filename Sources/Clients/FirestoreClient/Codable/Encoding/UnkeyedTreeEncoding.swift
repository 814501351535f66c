import Foundation

/// An array as a container.
struct UnkeyedTreeEncoding: UnkeyedEncodingContainer {
    private let array: UnfinishedArray
    private let context: EncodingContext
    private let path: CodingPathLink

    init(_ array: UnfinishedArray, _ context: EncodingContext, _ path: CodingPathLink) {
        self.array = array
        self.context = context
        self.path = path
    }

    var codingPath: [any CodingKey] { path.keys }
    var count: Int { array.elements.count }

    private var inner: CodingPathLink { path.appending(PlainKey(intValue: count)) }

    func encodeNil() throws { array.elements.append(NSNull()) }
    func encode(_ value: Bool) throws { array.elements.append(value) }
    func encode(_ value: String) throws { array.elements.append(value) }
    func encode(_ value: Double) throws { array.elements.append(try context.encoded(value, at: inner)) }
    func encode(_ value: Float) throws { array.elements.append(try context.encoded(value, at: inner)) }
    func encode(_ value: Int) throws { array.elements.append(value) }
    func encode(_ value: Int8) throws { array.elements.append(value) }
    func encode(_ value: Int16) throws { array.elements.append(value) }
    func encode(_ value: Int32) throws { array.elements.append(value) }
    func encode(_ value: Int64) throws { array.elements.append(value) }
    func encode(_ value: UInt) throws { array.elements.append(value) }
    func encode(_ value: UInt8) throws { array.elements.append(value) }
    func encode(_ value: UInt16) throws { array.elements.append(value) }
    func encode(_ value: UInt32) throws { array.elements.append(value) }
    func encode(_ value: UInt64) throws { array.elements.append(value) }
    func encode<T: Encodable>(_ value: T) throws {
        array.elements.append(try TreeEncoder(context, inner).encoded(value))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        let path = inner
        return KeyedEncodingContainer(
            KeyedTreeEncoding<NestedKey>(array.append(UnfinishedMap()), context, path))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let path = inner
        return UnkeyedTreeEncoding(array.append(UnfinishedArray()), context, path)
    }

    func superEncoder() -> any Encoder { array.append(TreeEncoder(context, inner)) }
}
