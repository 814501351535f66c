import AnalysisCore
import RulesCore
import Testing

@Suite("Holes that rules say are meant")
struct MeantHolesTests {
    private func marks(_ text: String) -> [String] {
        MeantHoles(SourceFile(content: text)).marks.map { "\($0.line) \($0.kind.rawValue)" }
    }

    @Test func `a comment stands for its line, or for the next line that is not a comment`() {
        #expect(marks("allow read; // receipts:allow open-to-all: profiles are public") == ["1 open-to-all"])
        #expect(marks("  //receipts:allow date\n\n  // Until March.\n  allow read;") == ["4 date"])
        #expect(
            marks("// receipts:allow any-type, any-field\r\nallow write;\r\nallow read;") == [
                "2 any-type", "2 any-field",
            ])
        #expect(marks("{\n// receipts:allow date") == ["2 date"])
    }

    @Test func `other text is none of it`() {
        #expect(marks("allow read: if a == 'receipts:allow date';").isEmpty)
        #expect(marks("// See receipts:allow date").isEmpty)
        #expect(marks("'http://x' // receipts:allow date: x: y, date") == ["1 date"])
        #expect(marks("").isEmpty)
    }

    @Test func `a comment without a kind, or with an unknown one, is a mistake`() {
        let holes = MeantHoles(
            SourceFile(content: "// receipts:allow\n// receipts:allow dates, date: x\nallow read;"))
        #expect(holes.mistakes.map(\.line) == [1, 2])
        #expect(holes.mistakes.map(\.message) == ["names no kind of hole", "unknown kind of hole: dates"])
        #expect(holes.marks.map(\.kind) == [.date])
    }
}
