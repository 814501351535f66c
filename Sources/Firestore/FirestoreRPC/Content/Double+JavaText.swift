extension Double {
    /// The shortest decimal form, in Java's layout: `1.0`, `0.001`, `1.0E-4`, `1.0E7`, `NaN`, `-Infinity`.
    package var javaText: String {
        // In this range, and for zero, Swift has the same layout.
        if (1e-3..<1e7).contains(magnitude) || self == 0 { return description }
        guard isFinite, let decimal = DecimalText(description) else {
            return isNaN ? "NaN" : (self < 0 ? "-Infinity" : "Infinity")
        }
        let digits = String(decoding: decimal.digits, as: UTF8.self)
        let fraction = digits.count == 1 ? "0" : digits.dropFirst()
        return (decimal.isNegative ? "-" : "") + digits.prefix(1) + "." + fraction + "E\(decimal.point - 1)"
    }
}
