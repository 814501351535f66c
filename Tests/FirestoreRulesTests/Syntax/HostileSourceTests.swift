import FirestoreRules
import TestSupport
import Testing

@Suite struct HostileSourceTests {
    private static let pieces = [
        "rules_version", "= '2';", "service", "cloud.firestore", "{", "}", "(", ")", "[", "]", "match", "/a",
        "/", "$(",
        "{b=**}", "allow", "read", ",", ":", "if", "true", "function", "f", "let", "return", ";", "&&", "&",
        "|", "==",
        "is", "in", "'", "\"", "\\", "/*", "*/", "//", "\n", "\r", "\t", " ", "1", ".5", "b'", "import", "?",
        "!", "-",
        "--", "`", "é", "😀", "\u{0}", "\u{FEFF}", "\u{202E}", "%4", "@", "#", "null", "while",
        "9999999999999999999",
    ]

    /// Ends as it should: a tree, or something to say, with places in the file.
    private func check(_ text: String) {
        let parsed = RulesParser.parse(SourceFile(content: text))
        let length = text.unicodeScalars.count
        #expect((parsed.syntax == nil) != parsed.diagnostics.isEmpty, "\(text.debugDescription)")
        for case let range? in parsed.diagnostics.map(\.range) {
            #expect(
                range.start.offset <= length && range.endOffset < length + 1, "\(text.debugDescription)")
        }
        _ = DiagnosticRenderer(SourceFile(content: text)).text(of: parsed.diagnostics)
    }

    @Test(arguments: SeededGenerator.seeds(60))
    func `a heap of tokens is read to its end`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        check(generator.list(0...400) { $0.pick(Self.pieces) + ($0.oneIn(2) ? " " : "") }.joined())
    }

    @Test(arguments: SeededGenerator.seeds(40))
    func `bytes of any kind are read to their end`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        check(String(decoding: generator.bytes(0...2_000), as: UTF8.self))
    }

    @Test(arguments: SeededGenerator.seeds(60))
    func `a correct file with one piece more, less or elsewhere is read to its end`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let sources = RecordedMistake.all.filter(\.issues.isEmpty).map(\.text)
        var scalars = Array(generator.pick(sources).unicodeScalars)
        guard !scalars.isEmpty else { return }
        for _ in 0..<generator.int(1...4) {
            let place = generator.int(0...(scalars.count - 1))
            switch generator.int(0...2) {
            case 0: scalars.insert(contentsOf: generator.pick(Self.pieces).unicodeScalars, at: place)
            case 1: scalars.removeSubrange(place..<min(place + 3, scalars.count - 1))
            default: scalars = Array(scalars[place...] + scalars[..<place])
            }
        }
        check(String(String.UnicodeScalarView(scalars)))
    }

    @Test(arguments: [
        "'", "\"", "/*", "(", "{", "[", "/", "$(", "`", "b'", "match /", "function f(", "service ", "&",
    ])
    func `what never ends is reported`(opening: String) {
        check("rules_version = '2'; service cloud.firestore { match /a { allow read: if " + opening)
        check(opening)
        check(String(repeating: opening, count: 3_000))
    }

    @Test(arguments: ["{", "'", "//", "a ", "\r"])
    func `rules of more than 256 KB are refused without being read`(piece: String) {
        let source = String(repeating: piece, count: (10 << 20) / piece.utf8.count)
        let diagnostics = Ruleset(SourceFile(content: source)).diagnostics
        #expect(
            diagnostics.map(\.message) == [
                "The rules are longer than 256 KB, which is the most that Firestore takes."
            ])
    }

    @Test func `a file of 256 KB with a mistake at its end is read without much work`() {
        let block = "match /a/{b} { allow read: if f(a.b[0], [1, 2]) && !(c.d() in {'x': y}.keys()); }\n"
        let count = 256 * 1024 / block.utf8.count
        let source = RecordedMistake.source(
            block: String(repeating: block, count: count) + "allow read: if ;")
        let messages = RulesParser.parse(SourceFile(content: source)).diagnostics.map(\.message)
        #expect(messages == ["Expected a condition after 'if', found ';'."])
    }
}
