import FirestoreRules
import Testing

/// What is reported after the first mistake: each further mistake once, and nothing that only follows from another.
@Suite struct RecoveryTests {
    private func parse(_ source: String) -> ParsedRules { RulesParser.parse(SourceFile(content: source)) }

    /// The reports, without their offsets.
    private func reports(_ source: String) -> [String] {
        parse(source).diagnostics.map { diagnostic in
            guard let start = diagnostic.range?.start else { return diagnostic.message }
            return "\(start.line):\(start.column) \(diagnostic.message)"
        }
    }

    @Test func `each statement with a mistake is reported once`() {
        #expect(
            reports(
                """
                service a {
                  match /b/{c.d} {
                    alow read: if true;
                    allow write: if a AND b;
                    allow get: if (a || b;
                    allow list: if a is String;
                    Function f() { return true; }
                    function g(a b) { let x = 1 return x; }
                    allow create: if true;
                  }
                  Match /c { allow read if a; allow write: b; allow get: if ; }
                }
                """) == [
                    "2:14 Expected '}', found '.'.",
                    "3:5 Expected 'allow', 'match' or 'function', found 'alow'. Did you mean 'allow'?",
                    "4:23 Expected ';', found 'AND'. Did you mean '&&'?",
                    "5:26 Expected ')', found ';'.",
                    "6:31 Unknown type 'String' after 'is'. Did you mean 'string'?",
                    "7:5 Expected 'allow', 'match' or 'function', found 'Function'. Did you mean 'function'?",
                    "8:18 Expected ')', found 'b'.",
                    "8:33 Expected ';', found 'return'.",
                    "11:3 Expected 'match' or 'function', found 'Match'. Did you mean 'match'?",
                    "11:25 Expected ':' before 'if'.",
                    "11:44 Expected 'if' before the condition.",
                    "11:61 Expected a condition after 'if', found ';'.",
                ])
    }

    @Test(arguments: [
        (
            "service a { match /b { allow read; }} match /c { allow read; } match /d { allow read; } }",
            ["1:39"]
        ),
        ("service a { match /b { allow read; } } }", ["1:40"]),
        (
            "service a { match /b { allow read: if {'x': 1; allow write; } match /c { allow read; } }",
            ["1:46"]
        ),
        ("service a { match /b { function f() { if (x) { return 1; } return 2; } allow read; } }", ["1:39"]),
        ("service a { match /b { function f() { return 1; allow read; } }", ["1:49"]),
        ("service a { match /b { allow read", ["1:34"]),
        ("service a { match /b { get: if true; allow read: if f(1,, 2) && g(); } }", ["1:24", "1:57"]),
        (
            "service a b { match /c { allow read; } } service d { match /e { allow read: } }",
            ["1:11", "1:77"]
        ),
        ("rules_version = 2; service a { match /b { allow read: if true } }", ["1:17"]),
    ])
    func `what follows from a mistake is not reported`(source: String, places: [String]) {
        #expect(reports(source).map { String($0.prefix { $0 != " " }) } == places, "\(reports(source))")
    }

    @Test(arguments: [
        ("allow read: if a = b;", "Expected ';', found '='. Did you mean '=='?"),
        ("allow read: if a & b;", "Expected ';', found 'b'. Unexpected character '&'. Did you mean '&&'?"),
        ("allow read: if a not b;", "Expected ';', found 'not'. Did you mean '!'?"),
        (
            "allow read: if a is text;",
            "Unknown type 'text' after 'is'. The types are bool, bytes, constraint, "
                + "duration, float, int, latlng, list, vector, set, number, map, string, timestamp, path, map_diff."
        ),
        ("allow read: if 'a;\n", "The string at line 1, column 39 has no closing quote."),
        (
            "allow read: if “a” b;",
            "Expected ';', found 'b'. Unexpected character '”'. Strings have straight quotes."
        ),
        ("allow read: if a[];", "Expected an expression, found ']'."),
        ("allow read: if a++;", "The operators '++' and '--' are not supported."),
        ("allow read: if a + /* b;", "Expected ';', found 'b'. The comment at line 1, column 43 has no end."),
        ("allow for: if a;", "Expected an operation such as 'read', found 'for'."),
        (
            "function for() { return 1; }",
            "Expected the name of the function, found 'for', which is a reserved word."
        ),
        ("function f() { }", "Expected 'return' and an expression, found '}'."),
        ("match /c { }", "Expected 'allow', 'match' or 'function', found an empty block."),
        ("match /c/ { allow read; }", "Expected a name or a wildcard such as '{id}' after '/'."),
        ("match { allow read; }", "Expected a path after 'match', found '{'."),
    ])
    func `a mistake is reported in plain words`(statement: String, message: String) {
        let messages = parse("service a { match /b { \(statement) } }").diagnostics.map(\.message)
        #expect(messages.first == message)
    }

    @Test func `a file has at most a hundred mistakes`() {
        let source = "service a { match /b {" + String(repeating: " allow read: if ;", count: 5_000)
        #expect(parse(source).diagnostics.count == 100)
    }

    @Test(arguments: [
        "allow read: if ; ", "match /a { ", "match /a } ", "function f() { return ( ",
        "allow read: if {'a': ",
        "{ ", "} ", "( ", "a ", "/ ", "/a/{b} ", "/* ", "' ", "é ", "& ", "; ", "match ", "$(", "- ", "! ",
        "[ ",
        "service a { ", "let x = 1; ", "if a ? b : ", "b' ", ". ", "a.match ",
    ])
    func `256 KB of mistakes are read once, whatever they are`(piece: String) {
        let content = String(repeating: piece, count: (256 << 10) / piece.utf8.count)
        let source = "service a { match /b { allow read: if " + content
        var lexer = Lexer(source)
        let count = lexer.tokens().count
        let parsed = parse(source)
        #expect(!parsed.diagnostics.isEmpty && parsed.visitedTokens <= count)
    }
}
