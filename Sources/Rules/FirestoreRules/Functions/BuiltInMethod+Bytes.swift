import JSONText

extension BuiltInMethod {
    func call(on bytes: [UInt8], _ work: WorkMeter) throws(EvaluationFailure) -> RuleValue? {
        switch self {
        case .size: return .int(Int64(bytes.count))
        case .toHexString:
            try work.make(bytes: bytes.count * 2, of: .string)
            return .string(bytes.hexadecimal)
        case .toBase64:
            try work.make(bytes: (bytes.count + 2) / 3 * 4, of: .string)
            return .string(bytes.base64)
        default: return nil
        }
    }
}

extension [UInt8] {
    /// Two digits a byte, letters in upper case.
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
