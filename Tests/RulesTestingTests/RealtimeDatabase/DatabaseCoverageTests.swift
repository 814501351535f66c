import JSONText
import RulesCore
import RulesTesting
import Testing

@Suite("Coverage by suites for the Realtime Database")
struct DatabaseCoverageTests {
    private func coverage() async throws -> any CoveredRules {
        try await DatabaseExample.run(
            """
            cases:
              - {as: alice, get: notes/alice, expect: allowed}
              - {as: bob, get: notes/alice, expect: denied}
              - {as: admin, get: notes/alice, expect: allowed}
              - {as: bob, set: counts, value: 3, expect: allowed}
            """
        ).coverage
    }

    @Test func `text has a line for each condition`() async throws {
        let lines = CoverageText.lines(try await coverage())
        #expect(
            lines.first
                == "database.rules.json:5:19   1× true  1× false  auth.uid === $owner || auth.token.admin === true"
        )
        #expect(
            lines.contains(
                "database.rules.json:5:42   0× true  1× false  auth.token.admin === true  ← never true"))
        #expect(lines.contains { $0.hasSuffix("newData.isNumber()  ← never false") })
        #expect(lines.contains { $0.hasSuffix("newData.child('at').val() === now  ← never evaluated") })
        #expect(lines.last == "2 of 12 conditions seen both true and false: 16.6%")
    }

    @Test func `JSON, lcov and the page are as for Firestore`() async throws {
        let coverage = try await coverage()
        #expect(
            CoverageText.objects(coverage).first?.compactText
                == #"{"file":"database.rules.json","line":5,"column":19,"condition":"auth.uid === $owner || auth.token.admin === true","true":1,"false":1,"error":0,"covered":true}"#
        )
        let lcov = LCOVReport.lines(coverage)
        #expect(lcov.prefix(4) == ["TN:", "SF:database.rules.json", "FNF:0", "FNH:0"])
        #expect(lcov.contains("BRDA:5,0,0,1"))
        #expect(lcov.contains("BRDA:8,0,0,-"))
        #expect(lcov.contains("DA:5,2"))
        let page = try #require(coverage.html)
        #expect(page.contains(#"<span class="both" title="1 × true"#))
        #expect(page.contains(#"<span class="never" title="never evaluated">"#))
    }
}
