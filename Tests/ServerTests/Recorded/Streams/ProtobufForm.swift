import FirestoreModel
import JSONText
import Protobuf

/// Translates messages of Firestore between JSON and protocol buffers by a table of their fields, which owes nothing to the codecs that it
/// is there to check.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1>.
enum ProtobufForm {
    struct Mistake: Error { let description: String }

    indirect enum Kind: Sendable {
        case string, number, long, boolean, double, bytes, time, null
        /// A number in a message of its own, which may be absent.
        case wrappedNumber
        case names([String])
        case message(String)
        /// Messages by name.
        case map(String)
        case list(Kind)
    }

    typealias Field = (name: String, number: Int, kind: Kind)

    static func encode(_ json: JSON, as form: String) throws -> [UInt8] {
        var writer = ProtobufWriter()
        try write(json, form, &writer)
        return writer.bytes
    }

    static func decode(_ bytes: [UInt8], as form: String) throws -> JSON {
        try read(ProtobufMessage(ProtobufBytes(bytes)), form)
    }

    private static func fields(_ form: String) throws -> [Field] {
        guard let fields = forms[form] else { throw Mistake(description: "there is no form \(form)") }
        return fields
    }

    private static func write(_ json: JSON, _ form: String, _ writer: inout ProtobufWriter) throws {
        guard case .object(let members) = json else { throw Mistake(description: "no object: \(json)") }
        let fields = try fields(form)
        for member in members {
            guard let field = fields.first(where: { $0.name == member.name }) else {
                throw Mistake(description: "\(form) has no \(member.name)")
            }
            try write(member.value, field.kind, field.number, &writer)
        }
    }

    private static func write(
        _ json: JSON, _ kind: Kind, _ number: Int, _ writer: inout ProtobufWriter
    ) throws {
        var failure: (any Error)?
        func message(_ json: JSON, _ form: String) -> (inout ProtobufWriter) -> Void {
            { inner in
                do { try write(json, form, &inner) } catch { failure = error }
            }
        }
        switch (kind, json) {
        case (.string, .string(let text)): writer.string(number, text)
        case (.number, .number(let text)), (.long, .string(let text)):
            writer.integer(number, Int64(text) ?? 0)
        case (.boolean, .boolean(let value)): writer.boolean(number, value)
        case (.double, .number(let text)): writer.double(number, Double(text) ?? 0)
        case (.bytes, .string(let text)): writer.bytes(number, Base64.decode(text) ?? [])
        case (.wrappedNumber, .number(let text)): writer.message(number) { $0.integer(1, Int64(text) ?? 0) }
        case (.null, _): writer.integer(number, 0)
        case (.names(let names), .string(let name)): writer.integer(number, names.firstIndex(of: name) ?? 0)
        case (.message(let form), _): writer.message(number, message(json, form))
        case (.map(let form), .object(let members)):
            for member in members {
                writer.message(number) { entry in
                    entry.string(1, member.name)
                    entry.message(2, message(member.value, form))
                }
            }
        case (.list(let kind), .array(let elements)):
            for element in elements { try write(element, kind, number, &writer) }
        default: throw Mistake(description: "field \(number) cannot be \(json)")
        }
        if let failure { throw failure }
    }

    private static func read(_ message: ProtobufMessage, _ form: String) throws -> JSON {
        .object(
            try fields(form).compactMap { field in
                try read(message, field.number, field.kind).map { JSON.Member(field.name, $0) }
            })
    }

    /// The value of a field; nil if it is not there, or the default that JSON leaves out.
    private static func read(_ message: ProtobufMessage, _ number: Int, _ kind: Kind) throws -> JSON? {
        func long(_ value: Int64?) -> JSON? { value.map { .string(String($0)) } }
        switch kind {
        case .string: return try message.string(number).map { .string($0) }
        case .number: return message.int64(number).flatMap { $0 == 0 ? nil : .number(String($0)) }
        case .long: return long(message.int64(number))
        case .boolean: return message.boolean(number).map { .boolean($0) }
        case .double: return message.double(number).map { .number(String($0)) }
        case .bytes: return message.bytes(number).map { .string(Base64.encode($0)) }
        case .wrappedNumber:
            return try message.message(number).map { .number(String($0.int64(1) ?? 0)) }
        case .null: return message.int64(number).map { _ in .null }
        case .names(let names):
            return message.int64(number).flatMap { $0 == 0 ? nil : .string(names[Int($0)]) }
        case .time:
            return try message.message(number).map { time in
                .string(
                    Timestamp(seconds: time.int64(1) ?? 0, nanoseconds: Int32(time.int64(2) ?? 0)).description
                )
            }
        case .message(let form): return try message.message(number).map { try read($0, form) }
        case .map(let form):
            let entries = try message.repeated(number).map { try ProtobufMessage($0) }
            if entries.isEmpty { return nil }
            return .object(
                try entries.map {
                    JSON.Member(
                        try $0.string(1) ?? "", try read(try $0.message(2) ?? ProtobufMessage(), form))
                })
        case .list(.number):
            let numbers = try message.int32s(number)
            return numbers.isEmpty ? nil : .array(numbers.map { .number(String($0)) })
        case .list(.string):
            let texts = try message.strings(number)
            return texts.isEmpty ? nil : .array(texts.map { .string($0) })
        case .list(.message(let form)):
            let elements = try message.repeated(number).map { try read(ProtobufMessage($0), form) }
            return elements.isEmpty ? nil : .array(elements)
        case .list: throw Mistake(description: "no list of these")
        }
    }
}
