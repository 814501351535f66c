/// Decodes the escapes of string and bytes literals.
enum LiteralDecoding {
    /// The text of a string literal, given with its quotes. Lone surrogates become U+FFFD.
    static func string(_ literal: String) -> String {
        var units: [UInt16] = []
        decode(literal) { piece in
            switch piece {
            case .source(let scalar): units.append(contentsOf: Array(String(scalar).utf16))
            case .byte(let value): units.append(UInt16(value))
            case .unit(let value): units.append(value)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The bytes of a bytes literal, given with `b` and quotes; nil if it has an escape that bytes do not have.
    static func bytes(_ literal: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var isValid = true
        decode(String(literal.dropFirst())) { piece in
            switch piece {
            case .source(let scalar): bytes.append(contentsOf: Array(String(scalar).utf8))
            case .byte(let value): bytes.append(value)
            case .unit: isValid = false
            }
        }
        return isValid ? bytes : nil
    }

    private enum Piece {
        case source(Unicode.Scalar)
        case byte(UInt8)
        case unit(UInt16)
    }

    private static func decode(_ literal: String, _ add: (Piece) -> Void) {
        var rest = literal.unicodeScalars.dropFirst().dropLast()
        func take(_ count: Int, radix: Int) -> UInt16 {
            let digits = String(String.UnicodeScalarView(rest.prefix(count)))
            rest = rest.dropFirst(count)
            return UInt16(digits, radix: radix) ?? 0xFFFD
        }
        while let next = rest.popFirst() {
            guard next == "\\", let kind = rest.popFirst() else {
                add(.source(next))
                continue
            }
            switch kind {
            case "n": add(.source("\n"))
            case "r": add(.source("\r"))
            case "t": add(.source("\t"))
            case "b": add(.source("\u{8}"))
            case "f": add(.source("\u{C}"))
            case "x": add(.byte(UInt8(truncatingIfNeeded: take(2, radix: 16))))
            case "u": add(.unit(take(4, radix: 16)))
            case "0"..."3":
                let high = UInt16(kind.value - 48) << 6
                add(.byte(UInt8(truncatingIfNeeded: high + take(2, radix: 8))))
            default: add(.source(kind))
            }
        }
    }
}
