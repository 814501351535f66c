extension Double {
    /// The number as JavaScript writes it: `1`, `0.5`, `1e+21`.
    var scriptText: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
        if let whole = Int64(exactly: self), whole.magnitude < 1 << 53 { return String(whole) }
        // Swift prints the shortest digits too, but puts the point elsewhere.
        let parts = magnitude.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let whole = mantissa[0]
        var digits = String(whole) + (mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : "")
        /// The place of the point in the digits.
        var point = whole.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        while digits.hasPrefix("0") {
            digits.removeFirst()
            point -= 1
        }
        while digits.hasSuffix("0") { digits.removeLast() }
        return (self < 0 ? "-" : "") + Double.text(digits, point: point)
    }

    private static func text(_ digits: String, point: Int) -> String {
        let count = digits.count
        if point > 21 || point < -5 {
            let rest = digits.dropFirst()
            return digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e" + (point > 0 ? "+" : "-")
                + String(abs(point - 1))
        }
        if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
        if point >= count { return digits + String(repeating: "0", count: point - count) }
        return digits.prefix(point) + "." + digits.dropFirst(point)
    }
}
