import CoreValues

/// The body of a form: `application/x-www-form-urlencoded`.
///
/// Source: https://url.spec.whatwg.org/#urlencoded-serializing
struct FormBody {
    let fields: [(name: String, value: String)]

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for field in fields {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            FormBody.append(field.name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            FormBody.append(field.value, to: &bytes)
        }
        return bytes
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "*"):
                bytes.append(byte)
            case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
            default: PercentEncoding.append(byte, to: &bytes)
            }
        }
    }
}
