import FirestoreRules
import Testing

@Suite struct DiagnosticRendererTests {
    private func text(_ content: String) -> String {
        let file = SourceFile(content: content)
        return DiagnosticRenderer(file).text(of: RulesParser.parse(file).diagnostics)
    }

    @Test func `a diagnostic shows its line and marks the place`() {
        #expect(
            text("service a {\n  match /b { allow read: foo; }\n}\n") == """
                firestore.rules:2:26: error: Expected 'if' before the condition.
                   2 | match /b { allow read: foo; }
                     |                        ^^^
                """)
    }

    @Test func `wide and combining characters are counted as a terminal shows them`() {
        #expect(
            text("service a { match /b { allow read: if 'e\u{301}漢😀' + ; } }") == """
                firestore.rules:1:48: error: Expected an expression, found ';'.
                   1 | service a { match /b { allow read: if 'e\u{301}漢😀' + ; } }
                     | \(String(repeating: " ", count: 48))^
                """)
    }

    @Test func `a long line is cut around the place`() {
        let long = String(repeating: "a || ", count: 30)
        let lines = text("service a { match /b { allow read: if \(long)foo bar || \(long)x; } }").split(
            separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].hasPrefix("   1 | … a || a || "))
        #expect(lines[1].contains("|| foo bar || a") && lines[1].hasSuffix("…"))
        #expect(lines[1].count == 7 + 122)
        #expect(lines[2] == "     | " + String(repeating: " ", count: 41) + "^^^")
    }

    @Test func `what a terminal would act on is shown by its number`() {
        let file = SourceFile(name: "a\u{1B}[31m.rules", content: "\u{1B}[31m\u{202E}")
        let diagnostic = Diagnostic(
            .error, "Unexpected '\u{7}'.",
            at: SourceRange(start: SourcePosition(line: 1, column: 6, offset: 5), endOffset: 5))
        #expect(
            DiagnosticRenderer(file).text(of: diagnostic) == """
                a\\u{1b}[31m.rules:1:6: error: Unexpected '\\u{7}'.
                   1 | \\u{1b}[31m\\u{202e}
                     |           ^^^^^^^^
                """)
    }

    @Test func `the end of the file is a place too`() {
        #expect(
            text("service a {\n") == """
                firestore.rules:2:1: error: Expected '}', found the end of the file.
                   2 |\u{20}
                     | ^
                """)
    }

    @Test(arguments: ["\r", "\r\n", "\r\r", "\n\r", "service a {\r", "service a {\r\n\r", "hello\r\n"])
    func `a file that ends with carriage returns is quoted like any other`(source: String) {
        let file = SourceFile(content: source)
        let diagnostics = Ruleset(file).diagnostics
        #expect(!diagnostics.isEmpty)
        for diagnostic in diagnostics {
            #expect(diagnostic.text(in: file).contains("^"), "\(source.debugDescription)")
        }
    }

    @Test func `a carriage return in front of a line feed is not shown, any other is a character`() {
        #expect(text("hello\r\n").split(separator: "\n")[1] == "   1 | hello")
        #expect(text("a\rhello").split(separator: "\n")[1] == "   1 | a\\u{d}hello")
    }

    @Test func `what concerns the whole file has no place`() {
        #expect(text("") == "firestore.rules: error: Rules content empty. Compilation aborted.")
        let diagnostic = Diagnostic(.warning, "Old.", at: nil)
        #expect(diagnostic.line(in: SourceFile(content: "x")) == "firestore.rules: warning: Old.")
    }

    @Test func `a hundred diagnostics are enough`() {
        let many = Array(repeating: Diagnostic(.error, "x", at: nil), count: 250)
        let lines = DiagnosticRenderer(SourceFile(content: "")).text(of: many).split(separator: "\n")
        #expect(lines.count == 101)
        #expect(lines.last == "… and 150 more")
    }

    @Test func `a place behind the end of the file marks the end`() {
        let range = SourceRange(start: SourcePosition(line: 9, column: 99, offset: 999), endOffset: 1_000)
        let text = DiagnosticRenderer(SourceFile(content: "x")).text(of: Diagnostic(.error, "y", at: range))
        #expect(
            text == """
                firestore.rules:9:99: error: y
                   1 | x
                     |  ^
                """)
    }
}
