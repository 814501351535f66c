import RulesCore

extension SourceReader {
    /// Reads a string, which begins with its quotation mark.
    mutating func string() throws(Diagnostic) -> SourceString {
        let start = offset
        offset += 1
        var scalars: [Unicode.Scalar] = []
        var offsets: [Int] = []
        while let scalar = peek() {
            offsets.append(offset)
            switch scalar {
            case "\"":
                offset += 1
                return SourceString(scalars, offsets: offsets)
            case "\\": scalars.append(try escape())
            case "\t", "\n", "\r":
                scalars.append(scalar)
                offset += 1
            case let control where control.value < 0x20:
                throw problem("Control characters in strings must be escaped.")
            case _:
                scalars.append(scalar)
                offset += 1
            }
        }
        throw problem("Unterminated string.", at: start..<start + 1)
    }

    private mutating func escape() throws(Diagnostic) -> Unicode.Scalar {
        let start = offset
        offset += 2
        switch start + 1 < text.scalars.count ? text.scalars[start + 1] : nil {
        case "\""?: return "\""
        case "\\"?: return "\\"
        case "/"?: return "/"
        case "b"?: return "\u{8}"
        case "f"?: return "\u{C}"
        case "n"?: return "\n"
        case "r"?: return "\r"
        case "t"?: return "\t"
        case "u"?: return try unicodeEscape(from: start)
        case _: throw problem("Unknown escape in JSON.", at: start..<start + 2)
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(Diagnostic) -> Unicode.Scalar {
        let first = hexadecimal()
        if let first, let scalar = Unicode.Scalar(first) { return scalar }
        // A surrogate pair.
        if let first, (0xD800...0xDBFF).contains(first), skip("\\u"), let second = hexadecimal(),
            (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        {
            return scalar
        }
        throw problem("This escape is not a character.", at: start..<start + 6)
    }

    private mutating func hexadecimal() -> UInt32? {
        guard offset + 4 <= text.scalars.count else { return nil }
        let digits = text.scalars[offset..<offset + 4]
        guard digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
        offset += 4
        return digits.reduce(0) { $0 << 4 | ($1.hexadecimalValue ?? 0) }
    }
}
