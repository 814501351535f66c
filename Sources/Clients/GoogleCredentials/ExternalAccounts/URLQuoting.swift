import CoreValues

/// Percent-encoding of everything but ASCII letters, digits and some other characters.
enum URLQuoting {
    /// - Parameter plain: The other characters that stay as they are.
    static func quoted(_ text: String, except plain: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                bytes.append(byte)
            case _ where plain.utf8.contains(byte): bytes.append(byte)
            case _: PercentEncoding.append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
