import JSONText
import RulesCore
import Testing

@Suite("Coverage of conditions in either language")
struct CoverageTests {
    private struct Rules: CoveredRules {
        let source = SourceFile(name: "a<b>.rules", content: "x && y\nz")
        var conditions: [CoveredCondition] = []
        var functions: [CoveredFunction] = [CoveredFunction(name: "f", line: 2)]
        var html: String? { CoveredSource(source, conditions).html }

        init() {
            let lines = SourceLines(source.content)
            for range in [0..<6, 0..<1, 5..<6, 7..<8] {
                conditions.append(CoveredCondition(range: lines.range(range), text: lines.text(range)))
            }
            for truth in [true, false] { conditions[0].count(truth) }
            conditions[1].count(false)
            conditions[1].count(nil)
        }
    }

    @Test func `a condition is covered when it was true and false`() {
        let rules = Rules()
        #expect(rules.conditions.map(\.isCovered) == [true, false, false, false])
        #expect(rules.conditions.map(\.evaluations) == [2, 2, 0, 0])
        #expect(rules.percent == 25 && CoverageText.percent(rules.percent) == "25%")
        #expect(
            CoverageText.lines(rules) == [
                "a<b>.rules:1:1  1× true  1× false  x && y",
                "a<b>.rules:1:1  0× true  1× false  1× error  x  ← never true",
                "a<b>.rules:1:6  0× true  0× false  y  ← never evaluated",
                "a<b>.rules:2:1  0× true  0× false  z  ← never evaluated",
                "a<b>.rules:2  function f was never called",
                "1 of 4 conditions seen both true and false: 25%",
            ])
    }

    @Test func `lcov has two branches for each condition`() {
        #expect(
            LCOVReport.lines(Rules()) == [
                "TN:", "SF:a<b>.rules", "FN:2,f", "FNDA:0,f", "FNF:1", "FNH:0", "BRDA:1,0,0,1",
                "BRDA:1,0,1,1", "BRDA:1,1,0,0", "BRDA:1,1,1,1", "BRDA:1,2,0,-", "BRDA:1,2,1,-",
                "BRDA:2,0,0,-", "BRDA:2,0,1,-", "BRF:8", "BRH:3", "DA:1,2", "DA:2,0", "LF:2", "LH:1",
                "end_of_record",
            ])
    }

    @Test func `the page nests conditions, and nothing in it is markup of the rules`() throws {
        let page = try #require(Rules().html)
        #expect(page.contains("<h1>a&lt;b&gt;.rules</h1>"))
        let body = try #require(page.split(separator: "<pre>").last?.split(separator: "</pre>").first)
        #expect(
            body == """
                <span class="both" title="1 × true
                1 × false"><span class="once" title="1 × false
                1 × an error">x</span> &amp;&amp; <span class="never" title="never evaluated">y</span></span>
                <span class="never" title="never evaluated">z</span>
                """)
    }
}
