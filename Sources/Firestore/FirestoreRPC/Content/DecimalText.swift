/// A decomposed decimal number: 0.DIGITS times ten to the power of `point`.
package struct DecimalText {
    package private(set) var isNegative = false
    /// ASCII digits, without zeros at either end; none for zero.
    package private(set) var digits: ArraySlice<UInt8> = []
    package private(set) var point = 0

    /// Reads digits with an optional sign, decimal point and exponent: also `+5`, `5.` and `.5`, which are not JSON,
    /// but which protobuf's JSON format accepts in a string.
    ///
    /// - Returns: nil if the text has another form.
    package init?(_ text: String) {
        var rest = text.utf8[...]
        isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = DecimalText.takeDigits(&rest)
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = DecimalText.takeDigits(&rest)
        }
        if whole.isEmpty, fraction.isEmpty { return nil }
        if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
            rest.removeFirst()
            guard let exponent = DecimalText.takeExponent(&rest) else { return nil }
            point = exponent
        }
        if !rest.isEmpty { return nil }

        let all = Array(whole) + Array(fraction)
        digits = all.drop { $0 == UInt8(ascii: "0") }
        point += whole.count - (all.count - digits.count)
        let zeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        digits = digits.dropLast(zeros)
    }

    private static func takeDigits(_ rest: inout Substring.UTF8View) -> Substring.UTF8View {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest[digits.endIndex...]
        return digits
    }

    /// Reads an exponent. A huge one counts as a million, which is beyond every number.
    private static func takeExponent(_ rest: inout Substring.UTF8View) -> Int? {
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let digits = takeDigits(&rest)
        if digits.isEmpty { return nil }
        let exponent = min(Int(Substring(digits)) ?? 1_000_000, 1_000_000)
        return isNegative ? -exponent : exponent
    }
}
