import Testing

@testable import PageEmbedder

@Suite("Pages as literals of Swift")
struct EmbeddedPageTests {
    private func literal(_ text: String) -> String {
        EmbeddedPage(path: "a.js", bytes: Array(text.utf8)).literal
    }

    @Test func `text is a raw string of several lines`() {
        #expect(literal("a\n  b\n") == ".text(#\"\"\"\na\n  b\n\n\"\"\"#)")
        #expect(literal("") == ".text(#\"\"\"\n\n\"\"\"#)")
    }

    @Test func `nothing in a text ends its literal or is read as an escape`() {
        #expect(literal("\"\"\"# \\#(a) \\n") == ".text(##\"\"\"\n\"\"\"# \\#(a) \\n\n\"\"\"##)")
        #expect(literal("####").hasPrefix(".text(#####\"\"\"\n"))
    }

    @Test(arguments: [[0xFF, 0xD8], [0x0D, 0x0A], [0x00], [0xC0, 0x80], [0x7F]] as [[UInt8]])
    func `what a literal would not hold unchanged is in Base64`(bytes: [UInt8]) {
        #expect(EmbeddedPage(path: "a.png", bytes: bytes).literal.hasPrefix(".base64(\""))
    }

    @Test func `a source lists every page`() {
        let pages = [
            EmbeddedPage(path: "a.js", bytes: [0x61]), EmbeddedPage(path: "b/c.png", bytes: [0, 1, 2]),
        ]
        let source = EmbeddedPage.source(of: pages)
        #expect(source.contains("(#\"a.js\"#, .text(#\"\"\"\na\n\"\"\"#)),\n"))
        #expect(source.contains("(#\"b/c.png\"#, .base64(\"AAEC\")),\n"))
    }
}
