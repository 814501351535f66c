#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Base64 as in protobuf's JSON format: written in the standard alphabet with padding, read in either alphabet.
package enum Base64 {
    package static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// The URL-safe form without padding, as in JSON web tokens.
    package static func encodeURLSafe(_ bytes: [UInt8]) -> String {
        let text = encode(bytes).utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes as Google's servers do: ignores any number of `=` at the end, and bits that make no whole byte.
    ///
    /// - Returns: nil for other characters, spaces among them, for a mixture of both alphabets, and for a single character at the
    ///   end, which makes no byte.
    package static func decode(_ text: String) -> [UInt8]? {
        var digits = text.utf8[...]
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 3)
        var (bits, bitCount, count): (UInt32, Int, Int) = (0, 0, 0)
        var (isStandard, isURLSafe) = (false, false)
        for digit in digits {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = digit - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = digit - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"), UInt8(ascii: "/"):
                isStandard = true
                value = digit == UInt8(ascii: "+") ? 62 : 63
            case UInt8(ascii: "-"), UInt8(ascii: "_"):
                isURLSafe = true
                value = digit == UInt8(ascii: "-") ? 62 : 63
            case _: return nil
            }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            count += 1
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            }
        }
        return count % 4 == 1 || isStandard && isURLSafe ? nil : bytes
    }
}
