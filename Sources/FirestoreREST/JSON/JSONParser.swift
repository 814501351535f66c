import FirestoreModel

/// Reads RFC 8259 JSON.
///
/// Strict about the grammar and about UTF-8, bounded in depth, linear in time. An escaped lone surrogate, which no
/// string can hold, reads as `?`, and of several members with one name the last one counts, as in Google's emulator.
package struct JSONParser: ~Copyable {
    /// Why a text is not JSON.
    package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// The offset of the offending byte.
        package let offset: Int
        package let reason: String

        package var description: String { "not JSON: \(reason) at byte \(offset)" }
    }

    /// How many arrays and objects may be open at once. The deepest value that Firestore stores needs about 70.
    package static let maximumDepth = 256

    private let input: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var lengthOfLastArray = 4

    private init(_ input: UnsafeBufferPointer<UInt8>) {
        self.input = input
    }

    /// Reads a whole text, which may begin with a byte order mark.
    package static func parse(_ bytes: [UInt8]) throws(Failure) -> JSON {
        let result: Result<JSON, Failure> = bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(buffer)
            return parser.document()
        }
        return try result.get()
    }

    private mutating func document() -> Result<JSON, Failure> {
        do throws(Failure) {
            if input.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
            let value = try value(depth: 0)
            skipSpace()
            if position < input.count { throw failure("text after the end") }
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    private func failure(_ reason: String) -> Failure { Failure(offset: position, reason: reason) }

    private mutating func skipSpace() {
        while position < input.count {
            switch input[position] {
            case 0x0A:
                position += 1
                skipIndentation()
            case 0x20, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Skips spaces eight at a time: of an answer that is laid out for people, they are the greater part.
    private mutating func skipIndentation() {
        let bytes = UnsafeRawBufferPointer(input)
        while position + 8 <= bytes.count,
            bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) == 0x2020_2020_2020_2020
        {
            position += 8
        }
    }

    private mutating func value(depth: Int) throws(Failure) -> JSON {
        skipSpace()
        guard position < input.count else { throw failure("unexpected end") }
        if depth > JSONParser.maximumDepth { throw failure("nested too deeply") }
        switch input[position] {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try literal("false", .boolean(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func literal(_ text: StaticString, _ value: JSON) throws(Failure) -> JSON {
        let end = position + text.utf8CodeUnitCount
        guard end <= input.count,
            text.withUTF8Buffer({ input[position..<end].elementsEqual($0) })
        else { throw failure("unexpected word") }
        position = end
        return value
    }

    private mutating func object(depth: Int) throws(Failure) -> JSON {
        position += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object([]) }
        if let (kind, text) = try textValue() { return .object(JSON.Members(kind, text)) }
        if let strings = try strings(depth: depth) { return .object(JSON.Members(strings: strings)) }
        let first = try member(depth: depth)
        // Many objects have one member: then the list is made in its final size.
        if take(UInt8(ascii: "}")) { return .object([first]) }
        var members: [JSON.Member] = []
        members.reserveCapacity(4)
        members.append(first)
        repeat {
            guard take(UInt8(ascii: ",")) else { throw failure("',' or '}' is missing") }
            skipSpace()
            members.append(try member(depth: depth))
        } while !take(UInt8(ascii: "}"))
        return .object(JSON.Member.lastOfEachName(members))
    }

    /// Reads a value that is written as a string, to the end of its object.
    ///
    /// - Returns: nil, and nothing is read, when something else stands here.
    private mutating func textValue() throws(Failure) -> (JSON.TextKind, String)? {
        let start = position
        if let kind = textKind() {
            skipSpace()
            if position < input.count, input[position] == UInt8(ascii: "\"") {
                let text = try string()
                skipSpace()
                if take(UInt8(ascii: "}")) { return (kind, text) }
            }
        }
        position = start
        return nil
    }

    /// Reads an `arrayValue` of nothing but strings, to the end of its object.
    ///
    /// - Returns: nil, and nothing is read, when something else stands here.
    private mutating func strings(depth: Int) throws(Failure) -> [Value]? {
        let start = position
        // The elements are the deepest, three below this object.
        if depth + 3 <= JSONParser.maximumDepth, take(name: "\"arrayValue\""), take(UInt8(ascii: "{")),
            take(name: "\"values\""), take(UInt8(ascii: "["))
        {
            var elements: [Value] = []
            elements.reserveCapacity(lengthOfLastArray)
            repeat {
                skipSpace()
                guard take(UInt8(ascii: "{")) else { break }
                skipSpace()
                guard case (.stringValue, let text)? = try textValue() else { break }
                elements.append(.string(text))
                skipSpace()
                if take(UInt8(ascii: "]")) {
                    skipSpace()
                    guard take(UInt8(ascii: "}")) else { break }
                    skipSpace()
                    guard take(UInt8(ascii: "}")) else { break }
                    lengthOfLastArray = min(elements.count, 64)
                    return elements
                }
            } while take(UInt8(ascii: ","))
        }
        position = start
        return nil
    }

    /// Reads the name of a member, given with its quotes, and the colon behind it with the space around.
    private mutating func take(name: StaticString) -> Bool {
        skipSpace()
        let end = position + name.utf8CodeUnitCount
        guard end <= input.count, name.withUTF8Buffer({ input[position..<end].elementsEqual($0) }) else {
            return false
        }
        position = end
        skipSpace()
        guard take(UInt8(ascii: ":")) else { return false }
        skipSpace()
        return true
    }

    /// Reads the name of a member whose value is written as a string, and the colon behind it.
    private mutating func textKind() -> JSON.TextKind? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        position = PlainText.end(in: UnsafeRawBufferPointer(input), from: position)
        let name = UnsafeBufferPointer(rebasing: input[start..<position])
        guard let kind = JSON.TextKind(name: name), take(UInt8(ascii: "\"")) else { return nil }
        skipSpace()
        return take(UInt8(ascii: ":")) ? kind : nil
    }

    /// Reads a member of an object, and the space after it.
    private mutating func member(depth: Int) throws(Failure) -> JSON.Member {
        guard position < input.count, input[position] == UInt8(ascii: "\"") else {
            throw failure("a member's name is missing")
        }
        let name = try string()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw failure("':' is missing") }
        let value = try value(depth: depth + 1)
        skipSpace()
        return JSON.Member(name, value)
    }

    private mutating func array(depth: Int) throws(Failure) -> JSON {
        position += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        var elements: [JSON] = []
        // Lists that follow each other are often of one length, as the readers of messages are.
        elements.reserveCapacity(lengthOfLastArray)
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: "]")) {
                lengthOfLastArray = min(elements.count, 64)
                return .array(elements)
            }
            guard take(UInt8(ascii: ",")) else { throw failure("',' or ']' is missing") }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < input.count, input[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func number() throws(Failure) -> String {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return String(decoding: input[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(Failure) {
        let start = position
        while position < input.count, (0x30...0x39).contains(input[position]) { position += 1 }
        if position == start { throw failure("unexpected character") }
    }

    // MARK: Strings

    private mutating func string() throws(Failure) -> String {
        position += 1
        let start = position
        position = PlainText.end(in: UnsafeRawBufferPointer(input), from: position)
        // So far it is ASCII, which needs no validation.
        if take(UInt8(ascii: "\"")) { return String(decoding: input[start..<position - 1], as: UTF8.self) }
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: "\""):
                defer { position += 1 }
                return try text(start..<position)
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw failure("control character in a string")
            default: position += 1
            }
        }
        throw failure("a string has no end")
    }

    private func text(_ range: Range<Int>) throws(Failure) -> String {
        let bytes = UnsafeBufferPointer(rebasing: input[range])
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(offset: range.lowerBound, reason: "invalid UTF-8 in a string")
        }
        return text
    }

    /// Goes on with a string from its first backslash.
    private mutating func escapedString(from start: Int) throws(Failure) -> String {
        var result = try text(start..<position)
        var runStart = position
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: "\""):
                result += try text(runStart..<position)
                position += 1
                return result
            case UInt8(ascii: "\\"):
                result += try text(runStart..<position)
                position += 1
                result.unicodeScalars.append(try escape())
                runStart = position
            case 0..<0x20: throw failure("control character in a string")
            default: position += 1
            }
        }
        throw failure("a string has no end")
    }

    private mutating func escape() throws(Failure) -> Unicode.Scalar {
        guard position < input.count else { throw failure("unexpected end") }
        defer { position += 1 }
        switch input[position] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw failure("unknown escape")
        }
    }

    /// Reads the digits after `\u`, and a second escape where the first is half of a surrogate pair.
    /// Leaves the position on the last digit.
    private mutating func unicodeEscape() throws(Failure) -> Unicode.Scalar {
        let first = try hexDigits(at: position + 1)
        position += 4
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, position + 2 < input.count, input[position + 1] == UInt8(ascii: "\\"),
            input[position + 2] == UInt8(ascii: "u")
        else { return "?" }
        let second = try hexDigits(at: position + 3)
        guard (0xDC00..<0xE000).contains(second) else { return "?" }
        position += 6
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "?"
    }

    private func hexDigits(at start: Int) throws(Failure) -> UInt32 {
        guard start + 4 <= input.count else { throw failure("unexpected end") }
        var number: UInt32 = 0
        for byte in input[start..<start + 4] {
            switch byte {
            case 0x30...0x39: number = number << 4 | UInt32(byte - 0x30)
            case 0x41...0x46: number = number << 4 | UInt32(byte - 0x37)
            case 0x61...0x66: number = number << 4 | UInt32(byte - 0x57)
            default: throw failure("unexpected character in an escape")
            }
        }
        return number
    }
}
