extension Int64 {
    /// Reads a whole number from the digits of a JSON number or of a string: also `5.0`, `1e2` and `+5`.
    ///
    /// - Returns: nil when the text is no number, not whole, or outside of Int64.
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
    /// - Returns: nil when the text is no decimal number, or too large for a Double.
    init?(jsonDigits text: String) {
        // Swift itself would also read "inf", "nan" and hexadecimal digits.
        guard DecimalText(text) != nil, let number = Double(text), number.isFinite else { return nil }
        self = number
    }

    /// The shortest decimal form, laid out as Java does: `1.0`, `0.001`, `1.0E-4`, `1.0E7`, `NaN`, `-Infinity`.
    var javaText: String {
        guard isFinite, let decimal = DecimalText(description) else {
            return isNaN ? "NaN" : (self < 0 ? "-Infinity" : "Infinity")
        }
        let sign = decimal.isNegative ? "-" : ""
        let digits = String(decoding: decimal.digits, as: UTF8.self)
        let point = decimal.point
        if digits.isEmpty { return sign + "0.0" }
        if !(-2...7).contains(point) {
            let rest = digits.dropFirst()
            return sign + digits.prefix(1) + "." + (rest.isEmpty ? "0" : rest) + "E\(point - 1)"
        }
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        let padded = digits + String(repeating: "0", count: max(0, point + 1 - digits.count))
        return sign + padded.prefix(point) + "." + padded.dropFirst(point)
    }
}
