extension Lexer {
    /// The kind and length of the number, string or bytes literal that begins here.
    func literal(at offset: Int) -> (TokenKind, Int)? {
        let first = source[offset]
        if first.isDigit || (first == "." && scalar(at: offset + 1)?.isDigit == true) {
            return number(at: offset)
        }
        if first == "'" || first == "\"" {
            let (length, isClosed) = quoted(at: offset)
            if isClosed { return (.string, length) }
            return (first == "'" ? .unpairedSingleQuote : .unpairedDoubleQuote, length)
        }
        if first == "b" || first == "B", let quote = scalar(at: offset + 1), quote == "'" || quote == "\"" {
            let (length, isClosed) = quoted(at: offset + 1)
            return isClosed ? (.bytes, length + 1) : nil
        }
        return nil
    }

    private func number(at offset: Int) -> (TokenKind, Int) {
        var end = offset
        // No digit follows a zero: it would begin the next token.
        if source[offset] == "0" { end += 1 } else { skipDigits(from: &end) }
        guard scalar(at: end) == "." else { return (.integer, end - offset) }
        end += 1
        skipDigits(from: &end)
        return (.float, end - offset)
    }

    private func skipDigits(from end: inout Int) {
        while scalar(at: end)?.isDigit == true { end += 1 }
    }

    /// The length of the quoted string that begins here. An unterminated one ends with its line, or at an unknown escape.
    private func quoted(at offset: Int) -> (length: Int, isClosed: Bool) {
        let quote = source[offset]
        var end = offset + 1
        while let next = scalar(at: end) {
            if next == quote { return (end + 1 - offset, true) }
            if next == "\n" || next == "\r" { break }
            if next == "\\" {
                guard let length = escape(at: end) else { break }
                end += length
            } else {
                end += 1
            }
        }
        return (end - offset, false)
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
