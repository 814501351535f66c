import PrintableText
import TestSupport
import Testing

@Suite("Hostile texts")
struct HostileTextTests {
    @Test(arguments: HostileText.all)
    func `made visible, a text stays in its line and moves no cursor`(hostile: HostileText) {
        let (text, word) = (hostile.text, hostile.text.quotedForShell)
        for shown in [text.printable, text.printable(limit: 40), text.beginning(limit: 40), word] {
            #expect(HostileText.dangers(in: shown) == [], "\(hostile)")
            #expect(!shown.unicodeScalars.contains("\n"), "\(hostile)")
        }
        #expect(HostileText.dangers(in: text.printableLines).allSatisfy { !$0.hasPrefix("U+") }, "\(hostile)")
        #expect(text.beginning(limit: 40).unicodeScalars.count <= 400, "\(hostile)")
    }

    @Test func `lines and tabs stay where an output has several lines`() {
        #expect("a\n\tb\r\u{1B}[m".printableLines == "a\n\tb\\u{d}\\u{1b}[m")
        #expect("plain\n\ttext".printableLines == "plain\n\ttext")
    }

    @Test(arguments: [
        ("a\nb", #"$'a\012b'"#), ("\u{1B}[31m", #"$'\033[31m'"#), ("it's\u{0}\\", #"$'it\'s\000\\'"#),
        ("\u{202E}1", #"$'\342\200\2561'"#),
    ])
    func `a word of a shell command names what cannot be printed by its bytes`(
        _ text: String, _ expected: String
    ) {
        #expect(text.quotedForShell == expected)
    }
}
