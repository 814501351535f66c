import FirestoreRules
import Foundation
import TestSupport
import Testing

@Suite struct RecordedMistakesTests {
    private static let parsed = RecordedMistake.all.map { mistake in
        (mistake: mistake, parsed: RulesParser.parse(SourceFile(content: mistake.text)))
    }

    /// Google's compiler lists places in the order of the file. Where its recovery goes back before the first mistake, it
    /// lists correct places first.
    @Test func `the first mistake is where Google's compiler has one`() throws {
        var later = 0
        for (mistake, parsed) in Self.parsed where !mistake.issues.isEmpty {
            let first = try #require(parsed.diagnostics.first, "\(mistake.text)")
            let offset = try #require(first.range?.start.offset)
            #expect(first.severity == .error && mistake.offsets.contains(offset), "\(mistake.text)")
            if offset != mistake.offsets.first { later += 1 }
        }
        #expect(later == 83)
    }

    @Test func `a source has a tree if there is nothing wrong with it`() {
        for (mistake, parsed) in Self.parsed {
            #expect((parsed.syntax != nil) == mistake.issues.isEmpty, "\(mistake.text)")
        }
    }

    /// With `RECORD_EXCHANGES` set the wordings are written down anew, and the test fails.
    @Test func `what is not reported as Google's compiler does is reported as written down`() throws {
        let text = Self.parsed.map { mistake, parsed in
            let diagnostics = parsed.diagnostics.map(\.recorded)
            if diagnostics.sorted() == mistake.issues.sorted() { return "" }
            return mistake.shortText + "\n" + diagnostics.map { "  \($0)\n" }.joined()
        }.joined()
        if SystemEnvironment.isRecording {
            try Data(text.utf8).write(to: RecordedMistake.wordings)
            Issue.record("the wordings are written down anew; now compare them")
        }
        let expected = String(decoding: try Data(contentsOf: RecordedMistake.wordings), as: UTF8.self)
        let difference = zip(text.split(separator: "\n"), expected.split(separator: "\n")).first { $0 != $1 }
        #expect(text == expected, "first at: \(difference.map { "\($0) instead of \($1)" } ?? "the end")")
    }

    @Test func `mistakes come in the order of the file`() {
        for (mistake, parsed) in Self.parsed {
            let offsets = parsed.diagnostics.compactMap(\.range?.start.offset)
            #expect(offsets == offsets.sorted(), "\(mistake.text)")
        }
    }

    @Test func `there are many recorded mistakes, and correct sources among them`() {
        #expect(RecordedMistake.all.filter { !$0.issues.isEmpty }.count > 700)
        #expect(RecordedMistake.all.filter(\.issues.isEmpty).count > 150)
    }
}
