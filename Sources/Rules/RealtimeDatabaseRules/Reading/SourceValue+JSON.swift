import JSONText
import RulesCore

extension DatabaseRuleset {
    /// The rules as plain JSON: without comments, and with line breaks in strings escaped.
    package var strictJSON: [UInt8] {
        var reader = SourceReader(lines)
        var writer = JSONWriter(.pretty)
        // The text was read before, so it is valid.
        if let value = try? reader.read() { value.write(to: &writer, lines) }
        return writer.bytes
    }
}

extension SourceValue {
    fileprivate func write(to writer: inout JSONWriter, _ lines: SourceLines) {
        switch kind {
        case .object(let members):
            writer.object { writer in
                for member in members { writer.member(member.name) { member.value.write(to: &$0, lines) } }
            }
        case .array(let elements): writer.array(elements) { $1.write(to: &$0, lines) }
        case .string(let string): writer.string(string.text)
        case .number:
            var digits = String.UnicodeScalarView()
            digits.append(contentsOf: lines.scalars[place])
            writer.raw(String(digits))
        case .boolean(let value): writer.boolean(value)
        case .null: writer.null()
        }
    }
}
