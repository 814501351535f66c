extension PatternParser {
    static let mostRepetitions = 1000

    /// Reads `*`, `+`, `?` or a count in braces, without the question mark that may follow; nil if there is none.
    mutating func repetitionBounds() throws(PatternError) -> (least: Int, most: Int?)? {
        switch peek() {
        case "*":
            position += 1
            return (0, nil)
        case "+":
            position += 1
            return (1, nil)
        case "?":
            position += 1
            return (0, 1)
        case "{": return try count()
        default: return nil
        }
    }

    /// Reads `{2}`, `{2,}` or `{2,5}`. Anything else is text.
    private mutating func count() throws(PatternError) -> (least: Int, most: Int?)? {
        let start = position
        position += 1
        guard let least = number() else {
            position = start
            return nil
        }
        var most: Int? = least
        if skip(",") {
            most = nil
            if peek() != "}" {
                guard let number = number() else {
                    position = start
                    return nil
                }
                most = number
            }
        }
        guard skip("}") else {
            position = start
            return nil
        }
        guard least <= PatternParser.mostRepetitions,
            most.map({ $0 <= PatternParser.mostRepetitions }) ?? true,
            most.map({ least <= $0 }) ?? true
        else { throw .invalidRepetition }
        return (least, most)
    }

    /// Reads decimal digits without leading zeros. A number that is too large becomes another one that is too large.
    private mutating func number() -> Int? {
        let digits = scalars[position...].prefix { ("0"..."9").contains($0) }
        guard let first = digits.first, first != "0" || digits.count == 1 else { return nil }
        position += digits.count
        return digits.reduce(0) { min($0 * 10 + Int($1.value - 0x30), 1_000_000) }
    }
}
