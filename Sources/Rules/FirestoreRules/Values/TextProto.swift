import FirestoreModel

/// The text form of protocol buffers, in which messages quote values and `debug()` prints them.
///
/// Source: Google's emulator; `vector()` quotes any list that it cannot convert.
package struct TextProto {
    private var text = ""
    private var indentation = 0

    /// A longer text is of no use to a reader.
    private static let limit = 1 << 16

    private init() {}

    /// A text such as `int_value: 1`, each line terminated by a line feed.
    package static func text(of value: RuleValue) -> String {
        var writer = TextProto()
        writer.write(value)
        return writer.text
    }

    /// The text between the braces of a value that has some.
    static func content(of value: RuleValue) -> String {
        var writer = TextProto()
        writer.writeContent(of: value)
        return writer.text
    }
}

extension TextProto {
    private mutating func write(_ value: RuleValue) {
        switch value {
        case .null: line("null_value: NULL_VALUE")
        case .bool(let bool): line("bool_value: \(bool)")
        case .int(let number): line("int_value: \(number)")
        case .float(let number): line("float_value: \(number.javaText)")
        case .string(let text): line("string_value: \(quoted(text.utf8))")
        case .bytes(let bytes): line("bytes_value: \(quoted(bytes))")
        case .list, .set, .map, .path, .timestamp, .duration, .latlng, .mapDiff, .vector, .constraint:
            block("\(value.type.rawValue)_value") { $0.writeContent(of: value) }
        }
    }

    private mutating func writeContent(of value: RuleValue) {
        switch value {
        case .list(let list): values(list)
        case .set(let set): values(set.elements)
        case .vector(let numbers): values(numbers.map { .float($0) })
        case .map(let map): fields(map)
        case .path(let path): segments(path.segments)
        case .timestamp(let time): numbers(["seconds": time.seconds, "nanos": Int64(time.nanoseconds)])
        case .duration(let duration):
            numbers(["seconds": duration.seconds, "nanos": Int64(duration.nanoseconds)])
        case .latlng(let point):
            if point.latitude.bitPattern != 0 { line("latitude: \(point.latitude.javaText)") }
            if point.longitude.bitPattern != 0 { line("longitude: \(point.longitude.javaText)") }
        case .mapDiff(let diff): statuses(diff)
        case .constraint(let constraint):
            for simple in constraint.simple {
                block("simple_constraints") { writer in
                    writer.line("comparator: \(simple.comparator.rawValue)")
                    writer.block("value") { $0.write(simple.value) }
                }
            }
        case .null, .bool, .int, .float, .string, .bytes: break
        }
    }

    private mutating func numbers(_ numbers: KeyValuePairs<String, Int64>) {
        for (name, number) in numbers where number != 0 { line("\(name): \(number)") }
    }

    private mutating func values(_ elements: some Collection<RuleValue>) {
        for element in elements {
            if text.utf8.count > TextProto.limit { return }
            block("values") { $0.write(element) }
        }
    }

    private mutating func fields(_ map: RuleMap) {
        for name in map.names.sorted() {
            if text.utf8.count > TextProto.limit { return }
            guard let value = (try? map.value(name)).flatMap(\.self) else { continue }
            block("fields") { writer in
                writer.line("key: \(writer.quoted(name.string.utf8))")
                writer.block("value") { $0.write(value) }
            }
        }
    }

    private mutating func segments(_ segments: [RulePath.Segment]) {
        for segment in segments { block("segments") { $0.write(segment) } }
    }

    private mutating func write(_ segment: RulePath.Segment) {
        switch segment {
        case .literal(let text): line("simple: \(quoted(text.utf8))")
        case .variable(let name): block("capture") { $0.variable(name) }
        case .globVariable(let name): block("glob_capture") { $0.variable(name) }
        case .capture(let name, let text):
            block("capture") { writer in
                writer.variable(name)
                writer.line("bound_value: \(writer.quoted(text.utf8))")
            }
        case .globCapture(let name, let path):
            block("glob_capture") { writer in
                writer.variable(name)
                writer.block("bound_value") { $0.segments(path) }
            }
        }
    }

    private mutating func variable(_ name: String) {
        line("variable_name: \(quoted(name.utf8))")
    }

    private mutating func statuses(_ diff: MapDiff) {
        var statuses: [(FieldName, String)] = []
        try? diff.forEachChange(WorkMeter(mostSteps: 1_000_000)) { statuses.append(($0, $1.name)) }
        for (name, status) in statuses.sorted(by: { $0.0 < $1.0 }) {
            block("key_statuses") { writer in
                writer.line("key: \(writer.quoted(name.string.utf8))")
                writer.line("value: \(status)")
            }
        }
    }
}

extension TextProto {
    private mutating func line(_ content: String) {
        text += String(repeating: "  ", count: indentation) + content + "\n"
    }

    private mutating func block(_ name: String, _ content: (inout TextProto) -> Void) {
        line(name + " {")
        indentation += 1
        content(&self)
        indentation -= 1
        line("}")
    }

    /// Text in quotes, with octal escapes for everything but printable ASCII.
    private func quoted(_ bytes: some Collection<UInt8>) -> String {
        let escapes: [UInt8: String] = [
            7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r", 0x22: "\\\"",
            0x27: "\\'",
            0x5C: "\\\\",
        ]
        var text = "\""
        for byte in bytes.prefix(TextProto.limit) {
            if let escape = escapes[byte] {
                text += escape
            } else if (0x20..<0x7F).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 8)
                text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
        }
        return text + "\""
    }
}

extension MapDiff.Changes {
    /// The name of one change.
    package var name: String {
        switch self {
        case .added: "ADDED"
        case .removed: "REMOVED"
        case .changed: "CHANGED"
        default: "UNCHANGED"
        }
    }
}
