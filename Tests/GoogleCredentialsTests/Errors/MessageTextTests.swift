import Testing

@testable import GoogleCredentials

@Suite struct MessageTextTests {
    @Test(arguments: [
        ("plain text, ümlaut and 日本語", "plain text, ümlaut and 日本語"),
        ("two\nlines\r\n", #"two\u{A}lines\u{D}\u{A}"#),
        ("\u{1B}[31mred", #"\u{1B}[31mred"#),
        ("nul\0", #"nul\u{0}"#),
        ("right to left \u{202E}txt", #"right to left \u{202E}txt"#),
        ("separator\u{2028}", #"separator\u{2028}"#),
        ("c1 \u{9B}31m", #"c1 \u{9B}31m"#),
        ("", ""),
    ])
    func `what would move a cursor, or is not seen, is escaped`(_ text: String, _ expected: String) {
        #expect(text.escapedForMessage(limit: 100) == expected)
        #expect(isOneLine(text.escapedForMessage(limit: 100)))
    }

    @Test func `long texts are cut, also where one character has very many marks`() {
        #expect("abcdef".escapedForMessage(limit: 6) == "abcdef")
        #expect("abcdefg".escapedForMessage(limit: 6) == "abcdef...")
        let stacked = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(stacked.escapedForMessage(limit: 50).unicodeScalars.count == 53)
    }

    @Test func `secrets are taken out wherever they stand`() {
        let secrets = [Secret("abc"), Secret(""), Secret("xyz")]
        #expect("abc and xyz and abc".redacting(secrets) == "(secret) and (secret) and (secret)")
    }
}
