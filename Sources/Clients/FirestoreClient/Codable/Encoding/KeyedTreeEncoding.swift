import ClientCore

/// A map as a container.
///
/// Holds a single reference: the standard library copies the container for each field that is encoded.
struct KeyedTreeEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: TreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws { encoder.set(PlainForm.null, at: key) }
    func encode(_ value: Bool, forKey key: Key) throws { encoder.set(value, at: key) }
    func encode(_ value: String, forKey key: Key) throws { encoder.set(value, at: key) }
    func encode(_ value: Double, forKey key: Key) throws {
        encoder.set(try encoder.encoded(number: value, at: key), at: key)
    }
    func encode(_ value: Float, forKey key: Key) throws {
        encoder.set(try encoder.encoded(number: value, at: key), at: key)
    }
    func encode(_ value: Int, forKey key: Key) throws { encoder.set(value, at: key) }
    func encode(_ value: Int8, forKey key: Key) throws { encoder.set(value, at: key) }
    func encode(_ value: Int16, forKey key: Key) throws { encoder.set(value, at: key) }
    func encode(_ value: Int32, forKey key: Key) throws { encoder.set(value, at: key) }
    func encode(_ value: Int64, forKey key: Key) throws { encoder.set(value, at: key) }
    func encode(_ value: UInt, forKey key: Key) throws { encoder.set(value, at: key) }
    func encode(_ value: UInt8, forKey key: Key) throws { encoder.set(value, at: key) }
    func encode(_ value: UInt16, forKey key: Key) throws { encoder.set(value, at: key) }
    func encode(_ value: UInt32, forKey key: Key) throws { encoder.set(value, at: key) }
    func encode(_ value: UInt64, forKey key: Key) throws { encoder.set(value, at: key) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if TreeEncoder.takesUnchanged(T.self) {
            encoder.set(value, at: key)
        } else if !(T.self is any FieldlessProperty.Type) {
            encoder.set(try encoder.encoded(value, at: key), at: key)
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.inner(at: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.inner(at: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.inner(at: PlainKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.inner(at: key) }
}
