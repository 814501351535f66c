extension String {
    /// The text in quotes, on one line and not too long.
    package var quotedForMessage: String { "\"\(oneLine(limit: 120))\"" }

    /// The text with every run of white space or control characters as one space, cut to a number of
    /// characters.
    package func oneLine(limit: Int) -> String {
        // Nearly every name is one already.
        if utf8.count <= limit, utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return self }
        var line = ""
        var gap = false
        for character in self {
            if character.isWhitespace
                || character.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
            {
                gap = !line.isEmpty
                continue
            }
            if gap { line += " " }
            gap = false
            line.append(character)
        }
        return line.count > limit ? line.prefix(limit) + "..." : line
    }
}
