import ClientCore

/// An array as a container.
struct UnkeyedTreeEncoding: UnkeyedEncodingContainer {
    let encoder: TreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }

    private var key: PlainKey { PlainKey(intValue: count) }

    func encodeNil() throws { encoder.append(PlainForm.null) }
    func encode(_ value: Bool) throws { encoder.append(value) }
    func encode(_ value: String) throws { encoder.append(value) }
    func encode(_ value: Double) throws { encoder.append(try encoder.encoded(number: value, at: key)) }
    func encode(_ value: Float) throws { encoder.append(try encoder.encoded(number: value, at: key)) }
    func encode(_ value: Int) throws { encoder.append(value) }
    func encode(_ value: Int8) throws { encoder.append(value) }
    func encode(_ value: Int16) throws { encoder.append(value) }
    func encode(_ value: Int32) throws { encoder.append(value) }
    func encode(_ value: Int64) throws { encoder.append(value) }
    func encode(_ value: UInt) throws { encoder.append(value) }
    func encode(_ value: UInt8) throws { encoder.append(value) }
    func encode(_ value: UInt16) throws { encoder.append(value) }
    func encode(_ value: UInt32) throws { encoder.append(value) }
    func encode(_ value: UInt64) throws { encoder.append(value) }
    func encode<T: Encodable>(_ value: T) throws { encoder.append(try encoder.encoded(value, at: key)) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.appendInner().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.appendInner().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.appendInner() }
}
