extension Int64 {
    /// Reads a whole number from the digits of a JSON number or of a string: also `5.0`, `1e2` and `+5`.
    ///
    /// - Returns: nil when the text is no number, not whole, or outside of Int64.
    init?(jsonDigits text: String) {
        if let plain = Int64(text) {
            self = plain
            return
        }
        let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
        guard parts.count <= 2, let mantissa = parts.first else { return nil }
        let exponent = parts.count == 2 ? Int(parts[1]) : 0
        let isNegative = mantissa.hasPrefix("-")
        let unsigned = mantissa.drop { $0 == "-" || $0 == "+" }
        guard let exponent, abs(exponent) < 400, mantissa.count - unsigned.count <= 1 else { return nil }
        let pieces = unsigned.split(separator: ".", omittingEmptySubsequences: false)
        guard pieces.count <= 2, pieces.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let whole = pieces.first, !whole.isEmpty
        else { return nil }
        let fraction = pieces.count == 2 ? String(pieces[1]) : ""
        var digits = String(whole) + fraction
        var shift = exponent - fraction.count
        while shift < 0, digits.hasSuffix("0") { (digits, shift) = (String(digits.dropLast()), shift + 1) }
        let significant = digits.drop { $0 == "0" }
        if significant.isEmpty {
            self = 0
            return
        }
        guard shift >= 0, shift < 20,
            let value = Int64((isNegative ? "-" : "") + significant + String(repeating: "0", count: shift))
        else { return nil }
        self = value
    }
}

extension Double {
    /// The shortest decimal form, laid out as Java does: `1.0`, `0.001`, `1.0E-4`, `1.0E7`.
    var javaText: String {
        if self == 0 { return sign == .minus ? "-0.0" : "0.0" }
        let text = magnitude.description
        let parts = text.split(separator: "e")
        let pieces = parts[0].split(separator: ".")
        var digits = String(pieces[0]) + (pieces.count > 1 ? String(pieces[1]) : "")
        // The value is 0.DIGITS times ten to the power of `point`.
        var point = pieces[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        let leading = digits.prefix { $0 == "0" }.count
        digits.removeFirst(leading)
        point -= leading
        while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
        let sign = self < 0 ? "-" : ""
        if magnitude >= 1e-3, magnitude < 1e7 {
            if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
            let padded = digits + String(repeating: "0", count: max(0, point + 1 - digits.count))
            return sign + padded.prefix(point) + "." + padded.dropFirst(point)
        }
        let rest = digits.dropFirst()
        return sign + digits.prefix(1) + "." + (rest.isEmpty ? "0" : rest) + "E\(point - 1)"
    }
}
