import Testing

@testable import FirestoreRules

@Suite struct LexerTests {
    private func kinds(_ text: String) -> [TokenKind] {
        var lexer = Lexer(text)
        return lexer.tokens().map(\.kind).dropLast()
    }

    private func texts(_ text: String) -> [String] {
        var lexer = Lexer(text)
        return lexer.tokens().dropLast().map { lexer.text(of: $0) }
    }

    @Test func `every operator and word is a token of its own`() {
        for kind in TokenKind.allCases where !kind.text.isEmpty {
            #expect(kinds(kind.text) == [kind])
        }
    }

    @Test(arguments: [
        ("007.5", ["0", "0", "7.5"]), ("1.5.5", ["1.5", ".5"]), ("1e3", ["1", "e3"]), ("a.5", ["a", ".5"]),
        ("1..a", ["1.", ".", "a"]), ("a$b$", ["a$b$"]), ("$(a)", ["$", "(", "a", ")"]),
        ("a/b/c", ["a", "/b", "/c"]),
        ("/a%41b%zz", ["/a%41b", "%", "zz"]), ("/(default)x", ["/(default)", "x"]),
        ("/(a b)", ["/", "(", "a", "b", ")"]),
        ("a//b\nc", ["a", "c"]), ("a/*b*/c", ["a", "c"]), ("a/*b", ["a", "/*b"]), ("//a\rb\nc", ["c"]),
        ("a---b", ["a", "--", "-", "b"]), ("***", ["**", "*"]), ("'a\"b' \"c'd\"", ["'a\"b'", "\"c'd\""]),
        ("'a;\nb", ["'a;", "b"]), ("'a\\qb'", ["'a", "qb", "'"]), ("b'a' B\"c\" b", ["b'a'", "B\"c\"", "b"]),
        ("service cloud-x.9 a-b", ["service", "cloud-x.9", "a", "-", "b"]),
        ("a.service.b c", ["a", ".", "service", ".b", "c"]),
    ])
    func `text falls into the tokens of Google's lexer`(text: String, tokens: [String]) {
        #expect(texts(text) == tokens)
    }

    @Test func `a keyword cannot name a service`() {
        #expect(kinds("service match") == [.service, .keywordAsServiceName])
        #expect(kinds("service let") == [.service, .serviceName])
    }

    @Test func `places count code points, lines and columns from 1, offsets from 0`() {
        var lexer = Lexer("'😀'\ta\r\n  b")
        let starts = lexer.tokens().map(\.range.start)
        #expect(
            starts == [
                SourcePosition(line: 1, column: 1, offset: 0), SourcePosition(line: 1, column: 5, offset: 4),
                SourcePosition(line: 2, column: 3, offset: 9), SourcePosition(line: 2, column: 4, offset: 10),
            ])
    }

    @Test(arguments: [
        ("a ` b", ["1:3 2-2 Unexpected character '`'."]),
        ("&b", ["1:2 1-1 Unexpected character '&'. Did you mean '&&'?"]),
        ("|\n", ["1:2 1-1 Unexpected character '|'. Did you mean '||'?"]),
        ("&", ["1:2 1-1 Unexpected character '&'. Did you mean '&&'?"]),
        ("service é", ["1:9 8-8 Unexpected character 'é'."]),
    ])
    func `a character without a meaning is skipped and reported`(text: String, messages: [String]) {
        var lexer = Lexer(text)
        _ = lexer.tokens()
        #expect(lexer.diagnostics.map(\.recorded) == messages)
    }
}
