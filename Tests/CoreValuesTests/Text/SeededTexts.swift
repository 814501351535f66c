import TestSupport

/// Random texts of characters on both sides of every border between encodings, two at a time that begin alike.
enum SeededTexts {
    static let pairs: [(String, String)] = {
        var generator = SeededGenerator(seed: 20_260_301)
        return (0..<1000).map { _ in
            let beginning = (0..<generator.int(0...4)).map { _ in text(&generator) }.joined()
            return (beginning + text(&generator), beginning + text(&generator))
        }
    }()

    private static func text(_ generator: inout SeededGenerator) -> String {
        let characters = ["a", "b", "\u{7F}", "\u{80}", "é", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}"]
        return generator.list(0...3) { $0.pick(characters + ["\u{FFFF}", "😀", "\u{10FFFF}", "e\u{301}"]) }
            .joined()
    }
}
