import JSONText

extension BuiltInMethod {
    /// Methods of bytes.
    static let bytes: [BuiltInMethod] = [
        BuiltInMethod(
            "toHexString", "The bytes in hexadecimal, in upper case.", on: [.bytes: [[]]],
            gives: .string
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .bytes(let bytes) = receiver, arguments.isEmpty else { return nil }
            try work.make(bytes: bytes.count * 2, of: .string)
            return .string(bytes.hexadecimal)
        },
        BuiltInMethod(
            "toBase64", "The bytes in base 64, with the alphabet for URLs.", on: [.bytes: [[]]],
            gives: .string
        ) { receiver, arguments, work throws(EvaluationFailure) in
            guard case .bytes(let bytes) = receiver, arguments.isEmpty else { return nil }
            try work.make(bytes: (bytes.count + 2) / 3 * 4, of: .string)
            return .string(bytes.base64)
        },
    ]
}

extension [UInt8] {
    /// Two digits for each byte, letters in upper case.
    fileprivate var hexadecimal: String {
        let digits = [UInt8]("0123456789ABCDEF".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Base 64 with the alphabet for URLs, padded.
    fileprivate var base64: String {
        let text = Base64.encode(self).utf8.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
