import CoreValues
import Testing

struct PercentEncodingTests {
    @Test(arguments: [
        ("alice-1_b.c!~*'()", "alice-1_b.c!~*'()"), ("a b", "a%20b"), ("a+b", "a%2Bb"), ("100%", "100%25"),
        ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"), ("😀", "%F0%9F%98%80"),
        ("a/b?c=d&e#f", "a%2Fb%3Fc%3Dd%26e%23f"),
        ("\n", "%0A"), ("", ""),
    ])
    func `text is encoded as by encodeURIComponent`(_ text: String, _ expected: String) {
        #expect(Array(text.percentEncoded.utf8) == Array(expected.utf8))
    }

    @Test(arguments: SeededTexts.pairs)
    func `what is encoded decodes to the same bytes`(_ pair: (String, String)) throws {
        let decoded = try #require(String(percentEncoded: pair.0.percentEncoded))
        #expect(Array(decoded.utf8) == Array(pair.0.utf8))
    }

    @Test func `small digits are read, and a plus stays a plus`() {
        #expect(String(percentEncoded: "%c3%a9+b"[...]) == "é+b")
        #expect(PercentEncoding.decode(Array("%fF".utf8)) == [0xFF])
    }

    @Test(arguments: ["%", "a%2", "%g0", "%0g", "%%20"])
    func `a broken code is found`(_ text: String) {
        #expect(PercentEncoding.decode(Array(text.utf8)) == nil)
        #expect(String(percentEncoded: text) == nil)
    }

    @Test func `bytes that are not UTF-8 make no text`() {
        #expect(String(percentEncoded: "%FF") == nil)
    }
}
