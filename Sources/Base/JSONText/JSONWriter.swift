/// Writes JSON directly as bytes.
///
/// The pretty style is, to the byte, that of Google's emulator: two spaces, `{` and `}` of an empty
/// object on two lines, the elements of an array joined by `, ` on the line of its bracket.
package struct JSONWriter {
    package enum Style: Sendable {
        case pretty, compact
    }

    package let style: Style
    private var output: ByteOutput
    private var depth = 0
    /// True if the innermost open object or array is still empty.
    private var isFirst = true

    package init(_ style: Style, capacity: Int = 256) {
        self.style = style
        output = ByteOutput(capacity: capacity)
    }

    /// The bytes written so far.
    package var bytes: [UInt8] {
        mutating get { output.bytes }
    }

    /// Writes an object whose members the closure writes, each by ``member(_:_:)``.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        endObject()
    }

    /// Begins an object; ``endObject()`` ends it.
    package mutating func beginObject() {
        output.write(UInt8(ascii: "{"))
        depth += 1
        isFirst = true
    }

    package mutating func endObject() {
        depth -= 1
        isFirst = false
        let indent = depth * 2
        let isPretty = style == .pretty
        output.write(atMost: indent + 2) { room in
            if isPretty {
                room.append(UInt8(ascii: "\n"))
                room.append(UInt8(ascii: " "), count: indent)
            }
            room.append(UInt8(ascii: "}"))
        }
    }

    /// Writes a member of the innermost object: its name, and whatever value the closure writes.
    package mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
        beginMember(name)
        value(&self)
        endMember()
    }

    /// Begins a member of the innermost object; one value follows, and ``endMember()``.
    package mutating func beginMember(_ name: String) {
        separateMember()
        string(name)
        raw(style == .pretty ? ": " : ":")
        isFirst = true
    }

    package mutating func endMember() { isFirst = false }

    /// Writes an object with one string member at once, in a third of the time. Most values are such objects.
    package mutating func object(_ name: StaticString, string text: String) {
        let (isPretty, indent) = (style == .pretty, depth * 2)
        var isWritten = false
        JSONWriter.withUTF8(of: text) { utf8 in
            guard PlainText.end(in: UnsafeRawBufferPointer(utf8), from: 0) == utf8.count else { return }
            isWritten = true
            output.write(atMost: name.utf8CodeUnitCount + utf8.count + indent * 2 + 12) { room in
                room.append(UInt8(ascii: "{"))
                if isPretty {
                    room.append(UInt8(ascii: "\n"))
                    room.append(UInt8(ascii: " "), count: indent + 2)
                }
                room.append(UInt8(ascii: "\""))
                name.withUTF8Buffer { room.append($0) }
                room.append(UInt8(ascii: "\""))
                room.append(UInt8(ascii: ":"))
                if isPretty { room.append(UInt8(ascii: " ")) }
                room.append(UInt8(ascii: "\""))
                room.append(utf8)
                room.append(UInt8(ascii: "\""))
                if isPretty {
                    room.append(UInt8(ascii: "\n"))
                    room.append(UInt8(ascii: " "), count: indent)
                }
                room.append(UInt8(ascii: "}"))
            }
        }
        if !isWritten { object { $0.member("\(name)") { $0.string(text) } } }
        isFirst = false
    }

    /// Writes the separator between two members, or before the first one.
    private mutating func separateMember() {
        let (isFirst, isPretty, indent) = (isFirst, style == .pretty, depth * 2)
        output.write(atMost: indent + 2) { room in
            if !isFirst { room.append(UInt8(ascii: ",")) }
            if isPretty {
                room.append(UInt8(ascii: "\n"))
                room.append(UInt8(ascii: " "), count: indent)
            }
        }
    }

    /// Writes an array, one element for each of the values.
    package mutating func array<Element>(
        _ elements: some Sequence<Element>, _ element: (inout JSONWriter, Element) -> Void
    ) {
        var array = beginArray(count: elements.underestimatedCount)
        for value in elements {
            beginElement(of: &array)
            element(&self, value)
        }
        endArray()
    }

    /// An array that is being written.
    package struct OpenArray {
        fileprivate let start: Int
        fileprivate let expected: Int
        fileprivate var written = 0
    }

    /// Begins an array; each element follows ``beginElement(of:)``, and the last one ``endArray()``.
    ///
    /// - Parameter count: The approximate number of elements.
    package mutating func beginArray(count: Int) -> OpenArray {
        output.write(UInt8(ascii: "["))
        return OpenArray(start: output.count, expected: count)
    }

    package mutating func beginElement(of array: inout OpenArray) {
        if array.written > 0 { raw(style == .pretty ? ", " : ",") }
        // Elements are often alike: the first two show how much room all of them need.
        if array.written == 2 { reserve(for: array.expected, asBigAs: (output.count - array.start) / 2) }
        array.written += 1
        isFirst = true
    }

    package mutating func endArray() {
        isFirst = false
        output.write(UInt8(ascii: "]"))
    }

    private mutating func reserve(for count: Int, asBigAs size: Int) {
        // A bad guess must not cost much.
        let expected = min(size * count * 9 / 8, 1 << 20)
        if expected > 4096 { output.reserve(expected) }
    }

    package mutating func null() { raw("null") }

    package mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }

    package mutating func integer(_ value: some FixedWidthInteger) { raw(value.description) }

    /// Writes text that is already JSON, or the digits of a number.
    package mutating func raw(_ text: String) {
        JSONWriter.withUTF8(of: text) { output.write($0) }
    }

    /// Writes a string, escaped as Google's emulator does.
    package mutating func string(_ text: String) {
        JSONWriter.withUTF8(of: text) { utf8 in
            if PlainText.end(in: UnsafeRawBufferPointer(utf8), from: 0) == utf8.count {
                output.write(atMost: utf8.count + 2) { room in
                    room.append(UInt8(ascii: "\""))
                    room.append(utf8)
                    room.append(UInt8(ascii: "\""))
                }
            } else {
                output.write(UInt8(ascii: "\""))
                writeEscaped(utf8, slashes: false)
                output.write(UInt8(ascii: "\""))
            }
        }
    }

    /// Writes a part of a string, escaped; the caller writes the quotes.
    package mutating func part(ofString text: String) {
        JSONWriter.withUTF8(of: text) { utf8 in
            if PlainText.end(in: UnsafeRawBufferPointer(utf8), from: 0) == utf8.count {
                output.write(utf8)
            } else {
                writeEscaped(utf8, slashes: false)
            }
        }
    }

    /// The number of bytes written.
    package var position: Int { output.count }

    /// Repeats a part of the bytes written so far.
    package mutating func again(_ part: Range<Int>) { output.writeAgain(part) }

    /// Writes a string in which `/` is escaped as well, as in the errors of Google's emulator.
    package mutating func stringEscapingSlashes(_ text: String) {
        output.write(UInt8(ascii: "\""))
        JSONWriter.withUTF8(of: text) { writeEscaped($0, slashes: true) }
        output.write(UInt8(ascii: "\""))
    }

    /// Without the copy of the string that `String.withUTF8` has to make.
    @inline(__always)
    private static func withUTF8(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        if text.utf8.withContiguousStorageIfAvailable(body) == nil {
            Array(text.utf8).withUnsafeBufferPointer(body)
        }
    }

    private mutating func writeEscaped(_ utf8: UnsafeBufferPointer<UInt8>, slashes: Bool) {
        var runStart = 0
        var index = 0
        while index < utf8.count {
            let byte = utf8[index]
            // 0xE2 begins U+2028 and U+2029, line separators that JavaScript once did not allow in strings.
            guard
                byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0xE2 || (slashes && byte == 0x2F),
                let escape = JSONWriter.escape(utf8, at: index)
            else {
                index += 1
                continue
            }
            output.write(UnsafeBufferPointer(rebasing: utf8[runStart..<index]))
            raw(escape.text)
            index += escape.length
            runStart = index
        }
        output.write(UnsafeBufferPointer(rebasing: utf8[runStart...]))
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
