/// Reads the fields of one message in the order in which they are written.
///
/// Source: <https://protobuf.dev/programming-guides/encoding/>.
package struct ProtobufReader {
    /// The maximum number of messages around another one.
    package static let maximumDepth = 256

    private let bytes: [UInt8]
    private var position: Int
    private let end: Int
    private let depth: Int

    package init(_ message: ProtobufBytes) throws(ProtobufFailure) {
        if message.depth > ProtobufReader.maximumDepth { throw .nestedTooDeeply }
        bytes = message.storage
        position = message.range.lowerBound
        end = message.range.upperBound
        depth = message.depth + 1
    }

    /// Reads the next field; nil at the end of the message.
    package mutating func next() throws(ProtobufFailure) -> ProtobufField? {
        if position == end { return nil }
        let (number, type) = try tag()
        let content: ProtobufField.Content =
            switch type {
            case .varint: .varint(try varint())
            case .fixed64: .fixed64(try fixed(8))
            case .bytes: .bytes(try lengthDelimited())
            case .groupStart: .group(try group(number))
            case .groupEnd: throw .unexpectedEndOfGroup
            case .fixed32: .fixed32(UInt32(truncatingIfNeeded: try fixed(4)))
            }
        return ProtobufField(number: number, content: content)
    }

    private enum WireType: UInt64 {
        case varint, fixed64, bytes, groupStart, groupEnd, fixed32
    }

    private mutating func tag() throws(ProtobufFailure) -> (number: Int, type: WireType) {
        let tag = try varint()
        guard let type = WireType(rawValue: tag & 7) else { throw .invalidWireType }
        let number = tag >> 3
        guard (1...0x1FFF_FFFF).contains(number) else { throw .invalidFieldNumber }
        return (Int(number), type)
    }

    /// Reads a number of seven bits a byte, the lowest first. Bits beyond the 64th are ignored.
    mutating func varint() throws(ProtobufFailure) -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 70 {
            guard position < end else { throw .truncated }
            let byte = bytes[position]
            position += 1
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
            shift += 7
        }
        throw .overlongNumber
    }

    /// Reads a number of four or eight bytes, the lowest first.
    mutating func fixed(_ count: Int) throws(ProtobufFailure) -> UInt64 {
        guard end - position >= count else { throw .truncated }
        defer { position += count }
        return bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    var isAtEnd: Bool { position == end }

    private mutating func lengthDelimited() throws(ProtobufFailure) -> ProtobufBytes {
        let length = try varint()
        guard length <= UInt64(end - position) else { throw .truncated }
        let start = position
        position += Int(length)
        return ProtobufBytes(bytes, start..<position, depth: depth)
    }

    /// Reads a group up to the tag that ends it, with the groups in it.
    private mutating func group(_ number: Int) throws(ProtobufFailure) -> ProtobufBytes {
        let start = position
        var last = start
        var open = [number]
        while let innermost = open.last {
            last = position
            let (number, type) = try tag()
            switch type {
            case .varint: _ = try varint()
            case .fixed64: _ = try fixed(8)
            case .bytes: _ = try lengthDelimited()
            case .fixed32: _ = try fixed(4)
            case .groupStart:
                if open.count + depth > ProtobufReader.maximumDepth { throw .nestedTooDeeply }
                open.append(number)
            case .groupEnd:
                if number != innermost { throw .unexpectedEndOfGroup }
                open.removeLast()
            }
        }
        return ProtobufBytes(bytes, start..<last, depth: depth)
    }
}
