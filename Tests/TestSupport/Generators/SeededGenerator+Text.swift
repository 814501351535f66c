extension SeededGenerator {
    /// A text of up to 12 characters: letters mostly, and whatever escapes, quotes and encodings stumble over.
    package mutating func randomText(_ length: ClosedRange<Int> = 0...12) -> String {
        list(length) { $0.oneIn(3) ? $0.pick(SeededGenerator.troublesome) : $0.pick(SeededGenerator.letters) }
            .joined()
    }

    /// A word of a few plain letters.
    package mutating func randomWord() -> String {
        list(1...6) { $0.pick(SeededGenerator.letters) }.joined()
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyzABCXYZ_".map(String.init)

    private static let troublesome = [
        "\"", "\\", "/", "`", ".", " ", "\u{0}", "\u{1F}", "\u{7F}", "\n", "\t", "<", "&", "é", "e\u{301}",
        "ß",
        "\u{2028}", "\u{2029}", "\u{2027}", "\u{FFEE}", "\u{FFFF}", "😀", "👩‍👩‍👧", "\u{10FFFF}", "0", "-", "{",
        "]",
    ]
}
