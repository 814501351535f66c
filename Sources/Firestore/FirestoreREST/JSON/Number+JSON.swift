import FirestoreRPC

extension Int64 {
    /// Reads a whole number from the digits of a JSON number or of a string: also `5.0`, `1e2` and `+5`.
    ///
    /// - Returns: nil if the text is not a whole number in the range of Int64.
    init?(jsonDigits text: String) {
        if let plain = Int64(text) {
            self = plain
            return
        }
        guard let decimal = DecimalText(text) else { return nil }
        if decimal.digits.isEmpty {
            self = 0
            return
        }
        guard decimal.digits.count <= decimal.point, decimal.point <= 19 else { return nil }
        let zeros = String(repeating: "0", count: decimal.point - decimal.digits.count)
        self.init((decimal.isNegative ? "-" : "") + String(decoding: decimal.digits, as: UTF8.self) + zeros)
    }
}

extension Double {
    /// Reads a number from the digits of a JSON number or of a string.
    ///
    /// - Returns: nil if the text is not a decimal number, or too large for a Double.
    init?(jsonDigits text: String) {
        // Swift itself would also read "inf", "nan" and hexadecimal digits.
        guard DecimalText(text) != nil, let number = Double(text), number.isFinite else { return nil }
        self = number
    }
}
