/// A message whose fields can be read in any order. Unknown fields, and known ones of another wire type, are ignored.
///
/// Of a field that is set several times the last one counts. Messages are merged, which is the same as reading their bytes one
/// after the other.
package struct ProtobufMessage: Sendable {
    private let fields: [ProtobufField]

    /// The message without any fields.
    package init() { fields = [] }

    package init(_ bytes: ProtobufBytes) throws(ProtobufFailure) {
        var reader = try ProtobufReader(bytes)
        var fields: [ProtobufField] = []
        while let field = try reader.next() { fields.append(field) }
        self.fields = fields
    }

    private func last<Content>(_ number: Int, _ content: (ProtobufField.Content) -> Content?) -> Content? {
        for field in fields.reversed() where field.number == number {
            if let content = content(field.content) { return content }
        }
        return nil
    }

    // MARK: Single fields

    /// An integer of 64 bits, signed.
    package func int64(_ number: Int) -> Int64? {
        last(number) { $0.varint.map { Int64(bitPattern: $0) } }
    }

    /// An integer of 32 bits, signed. As in every implementation, higher bits are cut off.
    package func int32(_ number: Int) -> Int32? {
        last(number) { $0.varint.map { Int32(truncatingIfNeeded: $0) } }
    }

    package func boolean(_ number: Int) -> Bool? {
        last(number) { $0.varint.map { $0 != 0 } }
    }

    package func double(_ number: Int) -> Double? {
        last(number) { if case .fixed64(let bits) = $0 { Double(bitPattern: bits) } else { nil } }
    }

    package func string(_ number: Int) throws(ProtobufFailure) -> String? {
        var text: String?
        // Each of them must be UTF-8.
        for bytes in repeated(number) { text = try bytes.text() }
        return text
    }

    package func bytes(_ number: Int) -> [UInt8]? {
        last(number) { $0.bytes?.array }
    }

    package func message(_ number: Int) throws(ProtobufFailure) -> ProtobufMessage? {
        guard let bytes = messageBytes(number) else { return nil }
        return try ProtobufMessage(bytes)
    }

    /// The bytes of a message, whatever may be in it.
    package func messageBytes(_ number: Int) -> ProtobufBytes? {
        ProtobufBytes.merged(repeated(number))
    }

    // MARK: Repeated fields

    /// The bytes of each occurrence of a repeated field.
    package func repeated(_ number: Int) -> [ProtobufBytes] {
        fields.compactMap { $0.number == number ? $0.content.bytes : nil }
    }

    /// The fields of each occurrence of a group.
    package func groups(_ number: Int) throws(ProtobufFailure) -> [ProtobufMessage] {
        var groups: [ProtobufMessage] = []
        for field in fields where field.number == number {
            if case .group(let bytes) = field.content { groups.append(try ProtobufMessage(bytes)) }
        }
        return groups
    }

    package func strings(_ number: Int) throws(ProtobufFailure) -> [String] {
        var texts: [String] = []
        for bytes in repeated(number) { texts.append(try bytes.text()) }
        return texts
    }

    /// The numbers of a repeated field, each by itself or packed.
    package func int32s(_ number: Int) throws(ProtobufFailure) -> [Int32] {
        var numbers: [Int32] = []
        for field in fields where field.number == number {
            switch field.content {
            case .varint(let value): numbers.append(Int32(truncatingIfNeeded: value))
            case .bytes(let packed):
                var reader = try ProtobufReader(packed)
                while !reader.isAtEnd { numbers.append(Int32(truncatingIfNeeded: try reader.varint())) }
            case .fixed32, .fixed64, .group: continue
            }
        }
        return numbers
    }

    /// The field of a oneof that is set, or nil.
    package func oneOf(_ members: ProtobufOneOf.Members) -> ProtobufField? {
        var oneOf = ProtobufOneOf(members)
        for field in fields { oneOf.take(field) }
        return oneOf.field
    }
}

extension ProtobufField.Content {
    package var varint: UInt64? { if case .varint(let number) = self { number } else { nil } }
    package var bytes: ProtobufBytes? { if case .bytes(let bytes) = self { bytes } else { nil } }
}

extension ProtobufBytes {
    /// The bytes of a message that is written in parts.
    static func merged(_ parts: [ProtobufBytes]) -> ProtobufBytes? {
        guard let first = parts.first else { return nil }
        if parts.count == 1 { return first }
        let bytes = parts.flatMap(\.array)
        return ProtobufBytes(bytes, bytes.indices, depth: first.depth)
    }
}
