import PrintableText

/// Cuts an expression into tokens.
///
/// A slash is a sign. Where an operand is expected, the parser calls ``regularExpression(at:)`` instead.
struct Lexer {
    /// Longer signs come before their prefixes.
    private static let signs = [
        "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "+", "-", "*", "/", "%", "!", "<", ">", "?", ":",
        "(",
        ")", "[", "]", ",", ".",
    ].map { Array($0.unicodeScalars) }

    let scalars: [Unicode.Scalar]
    private(set) var offset = 0

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    /// Reads the next token.
    mutating func next() throws(ExpressionProblem) -> Token {
        while let scalar = peek(), " \t\n\r".unicodeScalars.contains(scalar) { offset += 1 }
        let start = offset
        guard let first = peek() else { return Token(kind: .end, range: start..<start) }
        if first.beginsName {
            while let scalar = peek(), scalar.continuesName { offset += 1 }
            return Token(kind: .name(text(start..<offset)), range: start..<offset)
        }
        if first.isDigit || (first == "." && peek(1)?.isDigit == true) {
            return Token(kind: .number(try number()), range: start..<offset)
        }
        if first == "'" || first == "\"" { return Token(kind: .string(try string()), range: start..<offset) }
        for sign in Lexer.signs where scalars[offset...].starts(with: sign) {
            offset += sign.count
            return Token(kind: .sign(text(start..<offset)), range: start..<offset)
        }
        throw ExpressionProblem(
            "'\(String(first).printable)' is not allowed in an expression.", at: start..<start + 1)
    }

    /// Reads a regular expression, which begins with a slash.
    ///
    /// - Returns: The characters between the slashes, and the flags after them.
    mutating func regularExpression(
        at start: Int
    ) throws(ExpressionProblem) -> (body: Range<Int>, flags: Range<Int>) {
        offset = start + 1
        var isInSet = false
        while let scalar = peek(), isInSet || scalar != "/" {
            if scalar == "\n" || scalar == "\r" { break }
            if scalar == "[" { isInSet = true }
            if scalar == "]" { isInSet = false }
            offset += scalar == "\\" && peek(1) != nil ? 2 : 1
        }
        guard peek() == "/" else {
            throw ExpressionProblem("Unterminated regular expression.", at: start..<start + 1)
        }
        let body = start + 1..<offset
        offset += 1
        let flagsStart = offset
        while let scalar = peek(), scalar.continuesName { offset += 1 }
        return (body, flagsStart..<offset)
    }

    func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        offset + distance < scalars.count ? scalars[offset + distance] : nil
    }

    private mutating func number() throws(ExpressionProblem) -> Double {
        let start = offset
        skipDigits()
        if peek() == "." {
            offset += 1
            skipDigits()
        }
        if peek() == "e" || peek() == "E" {
            let isSigned = peek(1) == "+" || peek(1) == "-"
            if peek(isSigned ? 2 : 1)?.isDigit == true {
                offset += isSigned ? 2 : 1
                skipDigits()
            }
        }
        if let scalar = peek(), scalar.continuesName {
            throw ExpressionProblem("Names cannot begin with a digit.", at: start..<offset + 1)
        }
        var digits = text(start..<offset)
        if digits.hasPrefix(".") { digits = "0" + digits }
        guard
            let number = Double(digits.replacing(".e", with: ".0e").replacing(".E", with: ".0e"))
                ?? Double(digits + "0"),
            number.isFinite
        else { throw ExpressionProblem("This number is too large.", at: start..<offset) }
        return number
    }

    private mutating func skipDigits() {
        while peek()?.isDigit == true { offset += 1 }
    }

    private mutating func string() throws(ExpressionProblem) -> String {
        let start = offset
        let quote = scalars[start]
        var decoded = String.UnicodeScalarView()
        offset += 1
        while let scalar = peek(), scalar != "\n", scalar != "\r" {
            if scalar == quote {
                offset += 1
                return String(decoded)
            }
            if scalar == "\\" {
                decoded.append(try escape())
            } else {
                decoded.append(scalar)
                offset += 1
            }
        }
        throw ExpressionProblem("Unterminated string.", at: start..<start + 1)
    }

    private mutating func escape() throws(ExpressionProblem) -> Unicode.Scalar {
        let start = offset
        let kind = peek(1)
        offset += 2
        switch kind {
        case "b"?: return "\u{8}"
        case "f"?: return "\u{C}"
        case "n"?: return "\n"
        case "r"?: return "\r"
        case "t"?: return "\t"
        case "v"?: return "\u{B}"
        case "x"?: return try hexadecimal(2, from: start)
        case "u"?: return try hexadecimal(4, from: start)
        case let scalar? where !scalar.continuesName && scalar.value >= 0x20: return scalar
        case _:
            throw ExpressionProblem(
                "Unknown escape in a string.", at: start..<min(start + 2, scalars.count))
        }
    }

    private mutating func hexadecimal(
        _ count: Int, from start: Int
    ) throws(ExpressionProblem) -> Unicode.Scalar {
        let digits = scalars[min(offset, scalars.count)...].prefix(count)
        let value = digits.reduce(0 as UInt32?) { value, digit in
            value.flatMap { value in digit.hexadecimalValue.map { value << 4 | $0 } }
        }
        guard digits.count == count, let value, let scalar = Unicode.Scalar(value) else {
            throw ExpressionProblem(
                "This escape is not a character.", at: start..<min(start + 2 + count, scalars.count))
        }
        offset += count
        return scalar
    }
}
