import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore
import Testing

@Suite("Coverage of database rules")
struct CoverageTests {
    @Test(arguments: [
        ("true", []), ("!false", []), ("1 < 2", []), ("data.exists()", ["data.exists()"]),
        (
            "auth != null && data.exists()",
            ["auth != null && data.exists()", "auth != null", "data.exists()"]
        ),
        (
            "!(data.exists() || false)",
            ["!(data.exists() || false)", "data.exists() || false", "data.exists()"]
        ),
        ("(now > 5 ? 1 : auth.x) == 1", ["(now > 5 ? 1 : auth.x) == 1", "now > 5"]),
        (
            "now > 5 ? data.isNumber() : true",
            ["now > 5 ? data.isNumber() : true", "now > 5", "data.isNumber()"]
        ),
        ("query.orderByKey", ["query.orderByKey"]),
        (
            "$a.matches(/x/) == $b.contains('y')",
            ["$a.matches(/x/) == $b.contains('y')", "$a.matches(/x/)", "$b.contains('y')"]
        ),
        (
            "data.child(root.child('x').val()).hasChildren(['a'])",
            ["data.child(root.child('x').val()).hasChildren(['a'])"]
        ),
        ("query.orderByKey == true", ["query.orderByKey == true"]),
    ])
    func `a condition is what stands for true or false`(condition: String, expected: [String]) throws {
        let coverage = DatabaseCoverage(try RulesProbe(condition: condition).ruleset)
        #expect(
            coverage.conditions.map(\.text).filter { !$0.hasPrefix("(now") || condition.hasPrefix("(now") }
                == expected)
    }

    @Test func `what conditions come to is counted`() throws {
        let probe = try RulesProbe(
            #"{"$k": {".read": "$k != 'a' && data.val() > 5 || auth.uid == 'eve'"}}"#,
            #"{"b": 1, "c": 9, "d": "text"}"#)
        var coverage = DatabaseCoverage(probe.ruleset)
        for key in ["a", "b", "c", "d"] {
            coverage.add(probe.ruleset.decide(try probe.reading(key), isTraced: true))
        }
        coverage.add(probe.ruleset.decide(try probe.reading("c")))
        let counts = coverage.conditions.map {
            "\($0.range.start.column): \($0.text): \($0.trueCount) \($0.falseCount) \($0.errorCount) \($0.isCovered)"
        }
        #expect(
            counts == [
                "29: $k != 'a' && data.val() > 5 || auth.uid == 'eve': 1 2 1 true",
                "29: $k != 'a' && data.val() > 5: 1 2 1 true",
                "29: $k != 'a': 3 1 0 true",
                "42: data.val() > 5: 1 1 1 true",
                "60: auth.uid == 'eve': 0 2 0 false",
            ])
        #expect(coverage.coveredCount == 4)
    }

    @Test func `rules of writes count what they are asked, the same rule for each path`() throws {
        let probe = try RulesProbe(
            #"{"$k": {".write": "newData.exists()", ".validate": "newData.isNumber()"}}"#, #"{"a": 1}"#)
        var coverage = DatabaseCoverage(probe.ruleset)
        coverage.add(
            probe.ruleset.decide(try probe.writing(["a": "2", "b": "\"t\"", "c": "3"]), isTraced: true))
        coverage.add(probe.ruleset.decide(try probe.writing(["a": "null"]), isTraced: true))
        #expect(
            coverage.conditions.map(\.trueCount) == [2, 1] && coverage.conditions.map(\.falseCount) == [1, 1])
    }

    @Test func `the page marks conditions inside of conditions, and nothing in it is markup of the rules`()
        throws
    {
        let source = """
            {"rules": {".read": "auth != null && '<b>' !== data.val()", ".write": "root.exists()"}}
            """
        let rules = try DatabaseRuleset(source, name: "<i>.json")
        var coverage = DatabaseCoverage(rules)
        for auth in [AuthValue.null, AuthValue(uid: "bob", provider: "custom", token: .map([:]))] {
            let request = DatabaseRequest(.read(.root, nil), auth: auth, now: 0, root: .null)
            coverage.add(rules.decide(request, isTraced: true))
        }
        let page = try #require(coverage.html)
        #expect(page.contains("<h1>&lt;i&gt;.json</h1>") && !page.contains("<b>"))
        let body = try #require(page.split(separator: "<pre>").last?.split(separator: "</pre>").first)
        #expect(
            body
                == "{&quot;rules&quot;: {&quot;.read&quot;: &quot;"
                + #"<span class="both" title="1 × true\n1 × false"><span class="both" title="1 × true\n1 × false">auth != null</span>"#
                .replacing("\\n", with: "\n")
                + #" &amp;&amp; <span class="once" title="1 × true">&#39;&lt;b&gt;&#39; !== data.val()</span></span>&quot;, "#
                + #"&quot;.write&quot;: &quot;<span class="never" title="never evaluated">root.exists()</span>&quot;}}"#
        )
    }
}
