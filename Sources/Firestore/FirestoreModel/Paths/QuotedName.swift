/// A name of a field path in back-quotes, as Google's emulator reads it: with the escapes of GoogleSQL's quoted names.
///
/// Source: <https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#escape_sequences>.
struct QuotedName {
    private static let (quote, escape) = (UInt8(ascii: "`"), UInt8(ascii: "\\"))

    private var name: [UInt8] = []
    /// The first half of a surrogate pair of two `\u`.
    private var firstHalf: UInt32?

    /// Consumes a name from the front of a path, after the opening quote.
    ///
    /// - Returns: Nil for a name that is empty or unterminated, or has an invalid escape.
    static func take(from rest: inout ArraySlice<UInt8>) -> String? {
        var reader = QuotedName()
        reader.name.reserveCapacity(rest.count)
        while let byte = rest.popFirst() {
            switch byte {
            case quote:
                reader.closeHalf()
                return reader.name.isEmpty ? nil : String(decoding: reader.name, as: UTF8.self)
            case escape:
                guard let code = escapedCode(&rest) else { return nil }
                reader.append(code)
            case UInt8(ascii: "\r"):
                // Every line break counts as "\n".
                if rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
                reader.append(byte: UInt8(ascii: "\n"))
            default:
                reader.append(byte: byte)
            }
        }
        return nil
    }

    /// Puts a name in back-quotes.
    static func text(_ name: String) -> String {
        var text = "`"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "`", "\\": text += "\\\(scalar)"
            case "\r": text += "\\r"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "`"
    }

    private mutating func append(byte: UInt8) {
        closeHalf()
        name.append(byte)
    }

    private mutating func append(_ code: UInt32) {
        switch code {
        case 0xD800..<0xDC00:
            closeHalf()
            firstHalf = code
        case 0xDC00..<0xE000:
            guard let half = firstHalf else { return name.append(UInt8(ascii: "?")) }
            firstHalf = nil
            append(0x10000 + (half - 0xD800) << 10 + (code - 0xDC00))
        default:
            closeHalf()
            if let scalar = Unicode.Scalar(code) { name.append(contentsOf: Character(scalar).utf8) }
        }
    }

    /// A lone surrogate is not a character.
    private mutating func closeHalf() {
        if firstHalf != nil { name.append(UInt8(ascii: "?")) }
        firstHalf = nil
    }

    /// The code of the character that an escape stands for, after the backslash.
    private static func escapedCode(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
        guard let letter = rest.popFirst() else { return nil }
        switch letter {
        case quote, escape, UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"): return UInt32(letter)
        case UInt8(ascii: "a"): return 0x07
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "v"): return 0x0B
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "x"), UInt8(ascii: "X"): return number(2, radix: 16, &rest)
        case UInt8(ascii: "u"): return number(4, radix: 16, &rest)
        case UInt8(ascii: "U"): return number(8, radix: 16, &rest).flatMap { $0 > 0x10FFFF ? nil : $0 }
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            return number(2, radix: 8, &rest).map { $0 + UInt32(letter - UInt8(ascii: "0")) << 6 }
        default: return nil
        }
    }

    private static func number(_ count: Int, radix: UInt32, _ rest: inout ArraySlice<UInt8>) -> UInt32? {
        let digits = rest.prefix(count)
        guard digits.count == count else { return nil }
        rest.removeFirst(count)
        return digits.reduce(0) { number, digit in
            guard let number, let value = Character(Unicode.Scalar(digit)).hexDigitValue, value < radix else {
                return nil
            }
            return number * radix + UInt32(value)
        }
    }
}
