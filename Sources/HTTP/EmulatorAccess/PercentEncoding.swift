/// Percent-encoded text of URLs.
package enum PercentEncoding {
    /// The bytes that a text stands for; `+` stays a plus.
    ///
    /// - Returns: nil where a `%` is not followed by two hexadecimal digits.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        // Tokens are long, and have none.
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

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case _: nil
        }
    }
}
