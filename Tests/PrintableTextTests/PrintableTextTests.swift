import PrintableText
import Testing

struct PrintableTextTests {
    @Test(arguments: [
        ("plain text, ümlaut and 日本語", "plain text, ümlaut and 日本語"),
        ("a family of three 👨‍👩‍👧", "a family of three 👨‍👩‍👧"),
        ("two\nlines\r\n", #"two\u{a}lines\u{d}\u{a}"#),
        ("a\ttab", "a tab"),
        ("\u{1B}[31mred", #"\u{1b}[31mred"#),
        ("nul\0", #"nul\u{0}"#),
        ("right to left \u{202E}txt", #"right to left \u{202e}txt"#),
        ("separator\u{2028}", #"separator\u{2028}"#),
        ("c1 \u{9B}31m", #"c1 \u{9b}31m"#),
        ("", ""),
    ])
    func `what would move a cursor, or is not seen, is escaped`(_ text: String, _ expected: String) {
        #expect(text.printable == expected)
        #expect(text.printable(limit: 100) == expected)
        #expect(text.beginning(limit: 100) == expected)
    }

    @Test func `a long text loses its end, or its middle`() {
        #expect("abcdef".beginning(limit: 6) == "abcdef")
        #expect("abcdefg".beginning(limit: 6) == "abcdef…")
        #expect("abcdef".printable(limit: 6) == "abcdef")
        #expect("abcdefg".printable(limit: 6) == "abcd…g")
    }

    @Test func `one character with very many marks is cut, too`() {
        let stacked = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(stacked.beginning(limit: 50).unicodeScalars.count == 51)
        #expect(stacked.printable(limit: 50).unicodeScalars.count == 50)
    }

    @Test(arguments: [
        ("bob", "bob"), ("a/b.c-d_e:f,g", "a/b.c-d_e:f,g"), ("", "''"), ("two words", "'two words'"),
        ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("é", "'é'"),
    ])
    func `a word of a shell command is quoted where it must be`(_ text: String, _ expected: String) {
        #expect(text.quotedForShell == expected)
    }
}
