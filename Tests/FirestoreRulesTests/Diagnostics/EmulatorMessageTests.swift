import FirestoreRules
import Testing

@Suite struct EmulatorMessageTests {
    @Test func `a message has a line for each diagnostic`() {
        let diagnostics = RulesParser.parse(
            SourceFile(content: "service a { match /b { allow read if `x; allow; } }")
        ).diagnostics
        #expect(
            EmulatorMessage.text(of: diagnostics) == """
                Error compiling rules:
                L1:35 Expected ':' before 'if'.
                L1:47 Expected an operation such as 'read', found ';'.
                """)
    }

    @Test func `what has no place is at 0:0`() {
        #expect(
            EmulatorMessage.text(of: [Diagnostic(.warning, "Old.", at: nil)])
                == "Error compiling rules:\nL0:0 Old.")
    }

    @Test func `diagnostics are in the order of their places, errors before warnings`() {
        func at(_ offset: Int) -> SourceRange {
            SourceRange(start: SourcePosition(line: 1, column: offset + 1, offset: offset), endOffset: offset)
        }
        let sorted = [
            Diagnostic(.warning, "version", at: nil), Diagnostic(.error, "a", at: at(0)),
            Diagnostic(.error, "b", at: at(0)), Diagnostic(.warning, "a", at: at(0)),
            Diagnostic(.error, "a", at: at(10)),
        ]
        #expect(sorted.reversed().inOrder() == sorted)
    }
}
