extension PatternTranslation {
    /// Reads an escape.
    mutating func escape() throws(ExpressionProblem) -> String {
        guard let scalar = peek(1) else { throw problem("A backslash needs a character after it.") }
        if "swdSWD".unicodeScalars.contains(scalar) {
            offset += 2
            return "\\\(scalar)"
        }
        if scalar.isASCIILetter || scalar.isDigit {
            throw problem(
                "'\\\(scalar)' is not supported: the only escapes of letters are \\s, \\w, \\d, \\S, \\W and \\D."
            )
        }
        offset += 2
        return PatternTranslation.literal(scalar)
    }

    /// Reads a set such as `[a-z]`.
    mutating func set() throws(ExpressionProblem) -> String {
        let start = offset
        var text = "["
        offset += 1
        if peek() == "^" {
            text += "^"
            offset += 1
        }
        if peek() == "]" { throw problem("This set is empty.", at: start) }
        while let scalar = peek(), scalar != "]" {
            let low = offset
            let first = try setItem(scalar)
            // A hyphen after a class, or at the end, is an ordinary character.
            guard let from = first.scalar, peek() == "-", let second = peek(1), second != "]" else {
                text += first.text
                continue
            }
            offset += 1
            let last = try setItem(second)
            guard let to = last.scalar, from <= to else {
                throw problem("The ends of this range are out of order.", at: low)
            }
            text += "\(first.text)-\(last.text)"
        }
        guard peek() == "]" else { throw problem("Unterminated set.", at: start) }
        offset += 1
        return text + "]"
    }

    /// Reads one character of a set, or a class such as `\d`, which has no single character.
    private mutating func setItem(
        _ scalar: Unicode.Scalar
    ) throws(ExpressionProblem) -> (text: String, scalar: Unicode.Scalar?) {
        guard scalar == "\\" else {
            offset += 1
            return (PatternTranslation.literal(scalar), scalar)
        }
        let escaped = peek(1)
        let text = try escape()
        return (text, text.unicodeScalars.first == "\\" && text.unicodeScalars.count == 2 ? nil : escaped)
    }
}
