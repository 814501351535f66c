/// The words of a command line, as a shell of POSIX separates them, without any other meaning of its characters.
///
/// Source: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02
struct CommandWords {
    let words: [String]

    /// Reads a command line.
    ///
    /// - Returns: nil if a quotation does not end, or a backslash is last.
    init?(_ line: String) {
        var words: [String] = []
        var word: String?
        var rest = line.unicodeScalars[...]
        while let character = rest.popFirst() {
            switch character {
            case " ", "\t", "\n", "\r":
                if let word { words.append(word) }
                word = nil
            case "'":
                guard let end = rest.firstIndex(of: "'") else { return nil }
                word = (word ?? "") + String(rest[..<end])
                rest = rest[rest.index(after: end)...]
            case "\"":
                guard let quoted = CommandWords.quoted(&rest) else { return nil }
                word = (word ?? "") + quoted
            case "\\":
                guard let next = rest.popFirst() else { return nil }
                word = (word ?? "") + String(next)
            case _: word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        self.words = words
    }

    /// Reads up to the closing double quote, and past it. A backslash quotes only itself and the quote.
    private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
        var text = ""
        while let character = rest.popFirst() {
            if character == "\"" { return text }
            if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
                rest.removeFirst()
                text.unicodeScalars.append(next)
            } else {
                text.unicodeScalars.append(character)
            }
        }
        return nil
    }
}
