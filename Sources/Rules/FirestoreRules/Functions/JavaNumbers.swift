/// Numbers and their texts as in Java, which defines the language.
extension Int64 {
    /// A float truncated towards zero. One that is too large becomes the nearest integer, and NaN zero.
    init(javaCast number: Double) {
        if number.isNaN {
            self = 0
        } else {
            self = Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
        }
    }

    /// Reads an integer like `Long.parseLong`: decimal digits of any script, after an optional sign.
    init?(javaText text: String) {
        if let number = Int64(text) {
            self = number
            return
        }
        let scalars = text.unicodeScalars
        guard scalars.contains(where: { !$0.isASCII }) else { return nil }
        var digits = ""
        for scalar in scalars {
            if scalar == "+" || scalar == "-" {
                digits.unicodeScalars.append(scalar)
            } else {
                guard scalar.value <= 0xFFFF, let digit = scalar.decimalDigit else { return nil }
                digits += String(digit)
            }
        }
        self.init(digits)
    }
}

extension Unicode.Scalar {
    /// The value of a decimal digit of any script.
    var decimalDigit: Int? {
        if isASCII { return ("0"..."9").contains(self) ? Int(value - 0x30) : nil }
        guard properties.numericType == .decimal else { return nil }
        return properties.numericValue.map { Int($0) }
    }
}

extension Double {
    /// The text of `Double.toString`: plain from 0.001 up to 10,000,000, with an exponent beyond, always with a fraction.
    ///
    /// The digits are the fewest that read back as the same number, as since Java 19. Earlier versions sometimes print one more.
    var javaText: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
        if self == 0 { return sign == .minus ? "-0.0" : "0.0" }
        let decimal = Decimal(shortest: magnitude)
        return (sign == .minus ? "-" : "") + decimal.javaText
    }

    /// Reads a float like `Double.parseDouble`: with spaces around it, a sign, `NaN`, `Infinity`, decimal and hexadecimal forms,
    /// and a suffix `f` or `d`.
    init?(javaText text: String) {
        var form = text.trimmingControls.utf8[...]
        let negative = form.first == UInt8(ascii: "-")
        if negative || form.first == UInt8(ascii: "+") { form.removeFirst() }
        guard let magnitude = Double(unsignedJavaText: Substring(form)) else { return nil }
        self = negative ? -magnitude : magnitude
    }

    private init?(unsignedJavaText text: Substring) {
        switch text {
        case "NaN": self = .nan
        case "Infinity": self = .infinity
        default:
            var scanner = FloatFormScanner(text)
            guard let form = scanner.scan(), let number = Double(form) else { return nil }
            self = number
        }
    }
}

/// The digits of a positive number and the place of its point.
private struct Decimal {
    /// Without zeros at either end.
    private var digits: [UInt8]
    /// The exponent of the first digit.
    private var exponent: Int

    init(shortest number: Double) {
        let text = number.description.utf8
        let mantissaEnd = text.firstIndex(of: UInt8(ascii: "e")) ?? text.endIndex
        let mantissa = text[..<mantissaEnd]
        let point = mantissa.firstIndex(of: UInt8(ascii: "."))
        let whole = point.map { mantissa[..<$0] } ?? mantissa
        let fraction = point.map { mantissa[mantissa.index(after: $0)...] } ?? mantissa[mantissa.endIndex...]
        exponent = whole.count - 1
        if mantissaEnd != text.endIndex {
            exponent += Int(Substring(text[text.index(after: mantissaEnd)...])) ?? 0
        }
        digits = Array(whole) + Array(fraction)
        let zero = UInt8(ascii: "0")
        let leading = digits.prefix { $0 == zero }.count
        digits.removeFirst(leading)
        exponent -= leading
        while digits.last == zero { digits.removeLast() }
        // Java prints at least two digits, the closest ones: 4.9 for the smallest number, where 5 would do.
        if digits.count == 1, number < 1e-300 { self = Decimal(twoDigitsOf: number) }
    }

    /// The closest number of two digits to a very small one.
    private init(twoDigitsOf number: Double) {
        let large = Decimal(shortest: number * 1e280)
        let first = Int(large.digits[0] - 0x30) * 10
        let second = large.digits.count > 1 ? Int(large.digits[1] - 0x30) : 0
        let roundsUp = large.digits.count > 2 && large.digits[2] >= UInt8(ascii: "5")
        let rounded = first + second + (roundsUp ? 1 : 0)
        exponent = large.exponent - 280 + (rounded > 99 ? 1 : 0)
        digits = Array(String(rounded > 99 ? 10 : rounded).utf8)
        if digits[1] == UInt8(ascii: "0") { digits.removeLast() }
    }

    var javaText: String {
        let zero = UInt8(ascii: "0")
        func padded(_ digits: ArraySlice<UInt8>) -> String {
            String(decoding: digits.isEmpty ? [zero] : digits, as: UTF8.self)
        }
        switch exponent {
        case -3..<0:
            return "0." + String(repeating: "0", count: -exponent - 1) + padded(digits[...])
        case 0..<7:
            let whole = digits.prefix(exponent + 1)
            return padded(whole) + String(repeating: "0", count: exponent + 1 - whole.count) + "."
                + padded(digits.dropFirst(exponent + 1))
        default: return padded(digits.prefix(1)) + "." + padded(digits.dropFirst()) + "E\(exponent)"
        }
    }
}

/// Translates the forms of a float that Java's parser takes into the form that Swift's takes.
private struct FloatFormScanner {
    private var rest: Substring.UTF8View

    init(_ text: Substring) {
        rest = text.utf8
    }

    mutating func scan() -> String? {
        var form = ""
        let isHexadecimal = rest.first == UInt8(ascii: "0") && [0x58, 0x78].contains(rest.dropFirst().first)
        if isHexadecimal {
            rest = rest.dropFirst(2)
            form = "0x"
        }
        let whole = digits(isHexadecimal)
        var fraction = ""
        if skip(".") { fraction = digits(isHexadecimal) }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        form += (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
        let hasExponent = isHexadecimal ? skip("p") || skip("P") : skip("e") || skip("E")
        guard hasExponent || !isHexadecimal else { return nil }
        if hasExponent {
            let sign = skip("-") ? "-" : (skip("+") ? "" : "")
            let exponent = digits(false)
            guard !exponent.isEmpty else { return nil }
            form += (isHexadecimal ? "p" : "e") + sign + exponent
        }
        _ = skip("f") || skip("F") || skip("d") || skip("D")
        return rest.isEmpty ? form : nil
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func digits(_ hexadecimal: Bool) -> String {
        let digits = rest.prefix {
            (0x30...0x39).contains($0) || (hexadecimal && (0x61...0x66).contains($0 | 0x20))
        }
        rest = rest[digits.endIndex...]
        return String(Substring(digits))
    }
}
