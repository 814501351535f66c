extension Lexer {
    /// The kind and length of the number, string or bytes literal that begins here.
    func literal(at offset: Int) -> (TokenKind, Int)? {
        let first = source[offset]
        if first.isDigit || (first == "." && scalar(at: offset + 1)?.isDigit == true) {
            return number(at: offset)
        }
        if first == "'" || first == "\"" {
            guard let length = quoted(at: offset) else { return (.unpairedQuote, 1) }
            return (.string, length)
        }
        if first == "b" || first == "B", let quote = scalar(at: offset + 1), quote == "'" || quote == "\"",
            let length = quoted(at: offset + 1)
        {
            return (.bytes, length + 1)
        }
        return nil
    }

    private func number(at offset: Int) -> (TokenKind, Int) {
        var end = offset
        while scalar(at: end)?.isDigit == true { end += 1 }
        if scalar(at: end) == "." {
            end += 1
            while scalar(at: end)?.isDigit == true { end += 1 }
            return (.float, end - offset)
        }
        // A zero stands alone: what follows it is the next token.
        return (.integer, source[offset] == "0" ? 1 : end - offset)
    }

    /// The length of the string in quotes that begins here; nil without an end on its line or with a bad escape.
    private func quoted(at offset: Int) -> Int? {
        let quote = source[offset]
        var end = offset + 1
        while let next = scalar(at: end) {
            switch next {
            case quote: return end + 1 - offset
            case "\n", "\r": return nil
            case "\\":
                guard let length = escape(at: end) else { return nil }
                end += length
            default: end += 1
            }
        }
        return nil
    }

    private func escape(at offset: Int) -> Int? {
        guard let kind = scalar(at: offset + 1) else { return nil }
        switch kind {
        case "\\", "'", "\"", "n", "r", "t", "b", "f": return 2
        case "x": return isHex(offset + 2) && isHex(offset + 3) ? 4 : nil
        case "u": return (2...5).allSatisfy { isHex(offset + $0) } ? 6 : nil
        case "0"..."3":
            let isOctal = (2...3).allSatisfy { ("0"..."7").contains(scalar(at: offset + $0) ?? "x") }
            return isOctal ? 4 : nil
        default: return nil
        }
    }
}
