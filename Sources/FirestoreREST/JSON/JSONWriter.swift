/// Writes JSON, straight into bytes.
///
/// The pretty style is, to the byte, the one in which Google's emulator answers: two spaces, `{` and `}` of an empty
/// object on two lines, the elements of an array joined by `, ` on the line of its bracket.
package struct JSONWriter {
    package enum Style: Sendable {
        case pretty, compact
    }

    /// What has been written.
    package private(set) var bytes: [UInt8] = []
    package let style: Style
    private var depth = 0
    /// True when nothing stands yet in the innermost open object or array.
    private var isFirst = true

    package init(_ style: Style, capacity: Int = 256) {
        self.style = style
        bytes.reserveCapacity(capacity)
    }

    /// Writes an object whose members the closure writes, each by ``member(_:_:)``.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        depth += 1
        isFirst = true
        members(&self)
        depth -= 1
        isFirst = false
        lineBreak()
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes a member of the innermost object: its name, and whatever value the closure writes.
    package mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        lineBreak()
        string(name)
        bytes.append(UInt8(ascii: ":"))
        if style == .pretty { bytes.append(0x20) }
        isFirst = true
        value(&self)
        isFirst = false
    }

    /// Writes an array, one element for each of the values.
    package mutating func array<Element>(
        _ elements: some Sequence<Element>, _ element: (inout JSONWriter, Element) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        var isFirstElement = true
        for value in elements {
            if !isFirstElement { raw(style == .pretty ? ", " : ",") }
            isFirstElement = false
            isFirst = true
            element(&self, value)
        }
        isFirst = false
        bytes.append(UInt8(ascii: "]"))
    }

    package mutating func null() { raw("null") }

    package mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }

    package mutating func integer(_ value: some FixedWidthInteger) {
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Writes text that is JSON already, or the digits of a number.
    package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Writes a string, escaped as Google's emulator does.
    package mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        appendEscaped(text, slashes: false)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a string in which `/` is escaped as well, as in the errors of Google's emulator.
    package mutating func stringEscapingSlashes(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        appendEscaped(text, slashes: true)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func lineBreak() {
        guard style == .pretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<depth * 2 { bytes.append(0x20) }
    }

    private mutating func appendEscaped(_ text: String, slashes: Bool) {
        var text = text
        text.withUTF8 { utf8 in
            var runStart = 0
            var index = 0
            while index < utf8.count {
                let byte = utf8[index]
                // 0xE2 begins U+2028 and U+2029, the line separators that JavaScript once choked on.
                guard
                    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0xE2 || (slashes && byte == 0x2F),
                    let escape = JSONWriter.escape(utf8, at: index)
                else {
                    index += 1
                    continue
                }
                bytes.append(contentsOf: utf8[runStart..<index])
                bytes.append(contentsOf: escape.text.utf8)
                index += escape.length
                runStart = index
            }
            bytes.append(contentsOf: utf8[runStart...])
        }
    }

    private static func escape(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> (
        text: String, length: Int
    )? {
        switch utf8[index] {
        case 0x22: return (#"\""#, 1)
        case 0x5C: return (#"\\"#, 1)
        case 0x2F: return (#"\/"#, 1)
        case 0x08: return (#"\b"#, 1)
        case 0x09: return (#"\t"#, 1)
        case 0x0A: return (#"\n"#, 1)
        case 0x0C: return (#"\f"#, 1)
        case 0x0D: return (#"\r"#, 1)
        case let byte where byte < 0x20:
            return ((byte < 0x10 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16), 1)
        default:
            guard index + 2 < utf8.count, utf8[index + 1] == 0x80 else { return nil }
            switch utf8[index + 2] {
            case 0xA8: return (#"\u2028"#, 3)
            case 0xA9: return (#"\u2029"#, 3)
            default: return nil
            }
        }
    }
}
