import PrintableText

extension String {
    /// The text in quotes, on one line of limited length.
    package var quotedForMessage: String { "\"\(beginning(limit: 120))\"" }

    /// The text with each run of white space or control characters replaced by one space, and cut to a number of
    /// characters.
    package func oneLine(limit: Int) -> String {
        // Most names are one line already.
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
