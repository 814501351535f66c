/// Percent-encoding of text in URLs: `%` and two hexadecimal digits for a byte.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc3986#section-2.1>
package enum PercentEncoding {
    /// The bytes that a text stands for; `+` stays a plus.
    ///
    /// - Returns: nil where a `%` is not followed by two hexadecimal digits.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        // Tokens are long, and contain none.
        guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Appends the code of a byte.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 0xF] {
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case _: nil
        }
    }
}

extension String {
    /// The text as JavaScript's `encodeURIComponent` encodes it: everything but ASCII letters, digits and `-_.!~*'()`.
    ///
    /// Google's servers do not read `+` as a space, so a space is `%20`.
    package var percentEncoded: String {
        // Most ids consist of unreserved characters alone.
        if utf8.allSatisfy(String.isUnreserved) { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + 16)
        for byte in utf8 {
            if String.isUnreserved(byte) {
                bytes.append(byte)
            } else {
                PercentEncoding.append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes a percent-encoded text.
    ///
    /// - Returns: nil for a broken code, and for bytes that are not UTF-8.
    package init?(percentEncoded text: some StringProtocol) {
        guard let bytes = PercentEncoding.decode(text.utf8) else { return nil }
        self.init(validating: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        case _: "-_.!~*'()".utf8.contains(byte)
        }
    }
}
