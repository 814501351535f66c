import TestSupport

/// Random texts of characters on both sides of every border between encodings.
enum SeededTexts {
    static let pairs: [(String, String)] = {
        var generator = SeededGenerator(seed: 20_260_301)
        return (0..<500).map { _ in (text(&generator), text(&generator)) }
    }()

    private static func text(_ generator: inout SeededGenerator) -> String {
        let characters = ["a", "b", "\u{7F}", "\u{80}", "é", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}"]
        return generator.list(0...3) { $0.pick(characters + ["\u{FFFF}", "😀", "\u{10FFFF}", "e\u{301}"]) }
            .joined()
    }
}
