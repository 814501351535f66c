import ClientCore

/// The value itself as a container.
struct SingleTreeEncoding: SingleValueEncodingContainer {
    let encoder: TreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() throws { encoder.set(PlainForm.null) }
    func encode(_ value: Bool) throws { encoder.set(value) }
    func encode(_ value: String) throws { encoder.set(value) }
    func encode(_ value: Double) throws {
        encoder.set(value.isFinite ? value : try encoder.encoded(nonFinite: value))
    }
    func encode(_ value: Float) throws {
        encoder.set(value.isFinite ? value : try encoder.encoded(nonFinite: value))
    }
    func encode(_ value: Int) throws { encoder.set(value) }
    func encode(_ value: Int8) throws { encoder.set(value) }
    func encode(_ value: Int16) throws { encoder.set(value) }
    func encode(_ value: Int32) throws { encoder.set(value) }
    func encode(_ value: Int64) throws { encoder.set(value) }
    func encode(_ value: UInt) throws { encoder.set(value) }
    func encode(_ value: UInt8) throws { encoder.set(value) }
    func encode(_ value: UInt16) throws { encoder.set(value) }
    func encode(_ value: UInt32) throws { encoder.set(value) }
    func encode(_ value: UInt64) throws { encoder.set(value) }
    func encode<T: Encodable>(_ value: T) throws { encoder.set(try encoder.encodedHere(value)) }
}
