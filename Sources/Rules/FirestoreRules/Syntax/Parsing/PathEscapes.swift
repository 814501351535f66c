/// The percent escapes of path literals.
enum PathEscapes {
    static func decoded(_ segment: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(segment.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
