import FirestoreModel
import FirestoreRPC
import Protobuf

/// The protobuf form of values.
extension MessageDecoder {
    private static let kinds: ProtobufOneOf.Members = [
        1: .varint, 2: .varint, 3: .fixed64, 5: .bytes, 6: .message, 8: .message, 9: .message, 10: .message,
        11: .varint, 17: .bytes, 18: .bytes, 19: .bytes, 20: .message, 21: .message, 22: .bytes,
    ]

    /// Reads a value; nil is an empty message, which is a value without a type.
    mutating func value(_ bytes: ProtobufBytes?) throws(ProtobufFailure) -> Value {
        var kind = ProtobufOneOf(MessageDecoder.kinds)
        if let bytes {
            var reader = try ProtobufReader(bytes)
            while let field = try reader.next() { kind.take(field) }
        }
        switch kind.field?.content {
        case .varint(let number)?: return value(kind.field?.number, number)
        case .fixed64(let bits)?: return .double(Double(bitPattern: bits))
        case .bytes(let bytes)?: return try value(kind.field?.number, bytes)
        case .fixed32?, .group?, nil:
            refuse(.unsetValue)
            return .null
        }
    }

    private func value(_ kind: Int?, _ number: UInt64) -> Value {
        switch kind {
        case 1?: .boolean(number != 0)
        case 2?: .integer(Int64(bitPattern: number))
        // The enum of null has one value, so any number is accepted.
        case _: .null
        }
    }

    private mutating func value(_ kind: Int?, _ bytes: ProtobufBytes) throws(ProtobufFailure) -> Value {
        switch kind {
        case 5?: return content.reference(try bytes.text())
        case 6?: return .map(try mapFields(bytes))
        case 8?: return .geoPoint(try geoPoint(ProtobufMessage(bytes)))
        case 9?: return .array(try array(bytes))
        case 10?: return .timestamp(try timestamp(bytes).truncatedToMicroseconds)
        case 17?: return .string(try bytes.text())
        case 18?: return .bytes(bytes.array)
        case 19?: refuse(.unsupportedValue("FIELD_REFERENCE_VALUE"))
        case 20?: refuse(.unsupportedValue("FUNCTION_VALUE"))
        case 21?: refuse(.unsupportedValue("PIPELINE_VALUE"))
        case _: refuse(.unsupportedValue("VARIABLE_REFERENCE_VALUE"))
        }
        return .null
    }

    /// The elements of an `ArrayValue`.
    mutating func array(_ bytes: ProtobufBytes) throws(ProtobufFailure) -> [Value] {
        var values: [Value] = []
        var reader = try ProtobufReader(bytes)
        while let field = try reader.next() {
            guard field.number == 1, let element = field.content.bytes else { continue }
            let value = try value(element)
            content.note(element: value)
            values.append(value)
        }
        return values
    }

    private mutating func geoPoint(_ message: ProtobufMessage) -> GeoPoint {
        content.geoPoint(latitude: message.double(1) ?? 0, longitude: message.double(2) ?? 0)
    }

    // MARK: Fields

    /// The fields of a document, of which these are the entries.
    mutating func documentFields(_ entries: [ProtobufBytes]) throws(ProtobufFailure) -> MapValue {
        content.beginDocument()
        let fields = try fields(entries) { content, name in content.checkField(name) }
        content.endDocument()
        return fields
    }

    /// The fields of a `MapValue`.
    private mutating func mapFields(_ bytes: ProtobufBytes) throws(ProtobufFailure) -> MapValue {
        var entries: [ProtobufBytes] = []
        var reader = try ProtobufReader(bytes)
        while let field = try reader.next() {
            if field.number == 1, let entry = field.content.bytes { entries.append(entry) }
        }
        // Maps with a type may use reserved names.
        if try !MessageDecoder.holdType(entries) {
            return try fields(entries) { content, name in content.checkEntry(name) }
        }
        let map = try fields(entries) { _, _ in }
        content.checkType(of: map)
        return map
    }

    /// Whether one of the entries is the type of their map.
    private static func holdType(_ entries: [ProtobufBytes]) throws(ProtobufFailure) -> Bool {
        for entry in entries where try parts(of: entry).name?.isText("__type__") ?? false { return true }
        return false
    }

    private static let entryValue: ProtobufOneOf.Members = [2: .message]

    /// The parts of an entry; the last of each counts, where it is written more than once.
    private static func parts(
        of entry: ProtobufBytes
    ) throws(ProtobufFailure) -> (name: ProtobufBytes?, value: ProtobufBytes?) {
        var name: ProtobufBytes?
        var value = ProtobufOneOf(entryValue)
        var reader = try ProtobufReader(entry)
        while let field = try reader.next() {
            if field.number == 1, let bytes = field.content.bytes { name = bytes } else { value.take(field) }
        }
        return (name, value.field?.content.bytes)
    }

    private mutating func fields(
        _ entries: [ProtobufBytes], check: (inout ContentChecker, FieldName) -> Void
    ) throws(ProtobufFailure) -> MapValue {
        var map = MapValue(minimumCapacity: entries.count)
        for entry in entries {
            let (name, value) = try MessageDecoder.parts(of: entry)
            let field = FieldName(try name?.text() ?? "")
            check(&content, field)
            map[field] = try self.value(value)
        }
        return map
    }
}
