import PrintableText

extension String {
    /// The text in quotes, on one line of limited length.
    package var quotedForMessage: String { "\"\(beginning(limit: 120))\"" }

    /// The text with each run of white space or control characters replaced by one space, and cut to a number of
    /// characters.
    package func oneLine(limit: Int) -> String {
        // Most names are one line already, and most messages are ASCII.
        if utf8.count <= limit, utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return self }
        if utf8.allSatisfy({ $0 < 0x80 }) { return asciiLine(limit: limit) }
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

    /// The same for a text of ASCII.
    private func asciiLine(limit: Int) -> String {
        var line: [UInt8] = []
        line.reserveCapacity(min(utf8.count, limit + 1))
        var gap = false
        for byte in utf8 {
            if byte <= 0x20 || byte == 0x7F {
                gap = !line.isEmpty
                continue
            }
            if gap { line.append(0x20) }
            gap = false
            line.append(byte)
            // Only whether there is more matters beyond the limit.
            if line.count > limit { break }
        }
        let text = String(decoding: line.prefix(limit), as: UTF8.self)
        return line.count > limit ? text + "..." : text
    }
}
