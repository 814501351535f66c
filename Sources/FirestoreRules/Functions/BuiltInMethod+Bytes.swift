extension BuiltInMethod {
    func call(on bytes: [UInt8]) -> RuleValue? {
        switch self {
        case .size: .int(Int64(bytes.count))
        case .toHexString: .string(bytes.hexadecimal)
        case .toBase64: .string(bytes.base64)
        default: nil
        }
    }
}

extension [UInt8] {
    /// Two digits a byte, letters in upper case.
    fileprivate var hexadecimal: String {
        let digits = [UInt8]("0123456789ABCDEF".utf8)
        let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Base 64 with the alphabet for URLs, padded.
    fileprivate var base64: String {
        let digits = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((count + 2) / 3 * 4)
        for start in stride(from: 0, to: count, by: 3) {
            let group = self[start..<Swift.min(start + 3, count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                let digit = digits[bits >> (18 - 6 * place) & 63]
                text.append(place <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
