/// The escapes of JSON's strings.
enum JSONEscapes {
    /// Why the text after a backslash is not a valid escape, and where.
    struct Mistake: Error {
        let offset: Int
        let reason: String
    }

    /// Reads the escape after a backslash.
    ///
    /// - Parameter position: The byte after the backslash; on return, the one after the escape.
    /// - Returns: The character; `?` for a lone surrogate, which a string cannot hold.
    static func read(
        _ input: UnsafeBufferPointer<UInt8>, at position: inout Int
    ) throws(Mistake) -> Unicode.Scalar {
        guard position < input.count else { throw Mistake(offset: position, reason: "unexpected end") }
        let scalar: Unicode.Scalar
        switch input[position] {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{08}"
        case UInt8(ascii: "f"): scalar = "\u{0C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(input, at: &position)
        case _: throw Mistake(offset: position, reason: "unknown escape")
        }
        position += 1
        return scalar
    }

    /// Reads from the `u`, including the second escape of a surrogate pair.
    private static func unicodeEscape(
        _ input: UnsafeBufferPointer<UInt8>, at position: inout Int
    ) throws(Mistake) -> Unicode.Scalar {
        let first = try hexDigits(input, at: position + 1)
        position += 5
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, position + 1 < input.count, input[position] == UInt8(ascii: "\\"),
            input[position + 1] == UInt8(ascii: "u")
        else { return "?" }
        let second = try hexDigits(input, at: position + 2)
        guard (0xDC00..<0xE000).contains(second) else { return "?" }
        position += 6
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "?"
    }

    private static func hexDigits(
        _ input: UnsafeBufferPointer<UInt8>, at start: Int
    ) throws(Mistake) -> UInt32 {
        guard start + 4 <= input.count else { throw Mistake(offset: start - 1, reason: "unexpected end") }
        var number: UInt32 = 0
        for byte in input[start..<start + 4] {
            switch byte {
            case 0x30...0x39: number = number << 4 | UInt32(byte - 0x30)
            case 0x41...0x46: number = number << 4 | UInt32(byte - 0x37)
            case 0x61...0x66: number = number << 4 | UInt32(byte - 0x57)
            case _: throw Mistake(offset: start - 1, reason: "unexpected character in an escape")
            }
        }
        return number
    }

    /// The string in a text that is known to be valid.
    static func string(_ input: UnsafeBufferPointer<UInt8>) -> String {
        var result = ""
        result.reserveCapacity(input.count)
        var (position, runStart) = (0, 0)
        while let backslash = input[position...].firstIndex(of: UInt8(ascii: "\\")) {
            result += String(decoding: input[runStart..<backslash], as: UTF8.self)
            position = backslash + 1
            guard let scalar = try? read(input, at: &position) else { break }
            result.unicodeScalars.append(scalar)
            runStart = position
        }
        return result + String(decoding: input[runStart...], as: UTF8.self)
    }
}
