import JSONText
import RulesCore
import Testing

@Suite("Diagnostics of either language")
struct DiagnosticTests {
    private let file = SourceFile(name: "some.rules", content: "one\ntwo three\n")

    private func diagnostic(
        _ severity: Diagnostic.Severity, _ message: String, _ range: Range<Int>?
    ) -> Diagnostic {
        Diagnostic(severity, message, at: range.map { SourceLines(file.content).range($0) })
    }

    @Test func `a refusal lists its diagnostics in the order of the file`() {
        let refusal = RulesRefusal(
            [diagnostic(.error, "Late.", 8..<13), diagnostic(.error, "Early.", 0..<3)], in: file)
        #expect(
            refusal.description == """
                some.rules:1:1: error: Early.
                   1 | one
                     | ^^^
                some.rules:2:5: error: Late.
                   2 | two three
                     |     ^^^^^
                """)
    }

    @Test func `a hint is below the mark, and in JSON`() {
        var odd = diagnostic(.warning, "Odd.", 4..<7)
        odd.hint = "did you mean one?"
        #expect(
            odd.text(in: file) == """
                some.rules:2:1: warning: Odd.
                   2 | two three
                     | ^^^
                     = did you mean one?
                """)
        #expect(odd.json(in: file).compactText.hasSuffix(#""message":"Odd.","hint":"did you mean one?"}"#))
    }

    @Test func `order is by place, then errors before warnings, then by text`() {
        let ordered = [
            diagnostic(.warning, "a", 4..<5), diagnostic(.error, "c", 4..<5), diagnostic(.error, "b", 4..<5),
            diagnostic(.error, "d", 0..<1), diagnostic(.warning, "e", nil),
        ].inOrder()
        #expect(ordered.map(\.message) == ["e", "d", "b", "c", "a"])
    }

    @Test func `JSON has a place only where there is one`() {
        #expect(
            diagnostic(.warning, "Odd.", 8..<13).json(in: file).compactText
                == #"{"file":"some.rules","line":2,"column":5,"severity":"warning","message":"Odd."}"#)
        #expect(
            diagnostic(.error, "Empty.", nil).json(in: file).compactText
                == #"{"file":"some.rules","severity":"error","message":"Empty."}"#)
    }

    @Test func `ranges of nothing and of the end of the file have no characters`() {
        let lines = SourceLines(file.content)
        #expect(lines.range(4..<4).offsets == 4..<4)
        #expect(lines.range(4..<7).offsets == 4..<7 && lines.range(4..<7).endOffset == 6)
        let end = lines.range(14..<14)
        #expect(end.start == SourcePosition(line: 3, column: 1, offset: 14) && end.offsets == 14..<14)
    }
}
