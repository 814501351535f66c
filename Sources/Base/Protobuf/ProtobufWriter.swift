/// Writes the fields of a message. Fields that have their default value are for the caller to leave out.
///
/// Source: <https://protobuf.dev/programming-guides/encoding/>.
package struct ProtobufWriter {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 128) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func integer(_ number: Int, _ value: some BinaryInteger) {
        tag(number, 0)
        varint(UInt64(truncatingIfNeeded: Int64(truncatingIfNeeded: value)))
    }

    package mutating func boolean(_ number: Int, _ value: Bool) {
        tag(number, 0)
        varint(value ? 1 : 0)
    }

    package mutating func double(_ number: Int, _ value: Double) {
        tag(number, 1)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func string(_ number: Int, _ text: String) {
        tag(number, 2)
        varint(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func bytes(_ number: Int, _ value: [UInt8]) {
        tag(number, 2)
        varint(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    /// Writes a message that is a field.
    package mutating func message(_ number: Int, _ write: (inout ProtobufWriter) -> Void) {
        tag(number, 2)
        let start = bytes.count
        // Most messages are shorter than 128 bytes, so that one byte holds their length.
        bytes.append(0)
        write(&self)
        let length = bytes.count - start - 1
        if length < 0x80 {
            bytes[start] = UInt8(length)
        } else {
            bytes.replaceSubrange(start...start, with: ProtobufWriter.varint(UInt64(length)))
        }
    }

    /// Writes a message that is a field, in the old form between two tags.
    package mutating func group(_ number: Int, _ write: (inout ProtobufWriter) -> Void) {
        tag(number, 3)
        write(&self)
        tag(number, 4)
    }

    /// Writes repeated integers, packed.
    package mutating func packed(_ number: Int, _ values: [Int32]) {
        if values.isEmpty { return }
        message(number) { writer in
            for value in values { writer.varint(UInt64(truncatingIfNeeded: Int64(value))) }
        }
    }

    private mutating func tag(_ number: Int, _ wireType: UInt64) {
        varint(UInt64(number) << 3 | wireType)
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        var writer = ProtobufWriter(capacity: 10)
        writer.varint(value)
        return writer.bytes
    }
}
