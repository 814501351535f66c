import FirestoreRules
import Testing

@Suite struct RecordedMistakesTests {
    private static let parsed = RecordedMistake.all.map { mistake in
        (mistake: mistake, parsed: RulesParser.parse(SourceFile(content: mistake.text)))
    }

    @Test func `every mistake is told as Google's compiler tells it`() {
        for (mistake, parsed) in Self.parsed {
            #expect(
                Set(parsed.diagnostics.map(\.recorded)) == Set(mistake.issues)
                    && parsed.diagnostics.count == mistake.issues.count, "\(mistake.text)")
        }
    }

    @Test func `a source has a tree if there is nothing wrong with it`() {
        for (mistake, parsed) in Self.parsed {
            #expect((parsed.syntax != nil) == mistake.issues.isEmpty, "\(mistake.text)")
        }
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
