import JSONText
import RulesTesting
import Testing

@Suite("Reports of cases")
struct ReportTests {
    static let results = [
        CaseResult(
            suite: "Notes", file: "notes.yaml", line: 7, name: "an owner reads", duration: .milliseconds(1)),
        CaseResult(
            suite: "Notes", file: "notes.yaml", line: 11, name: "a \"stranger\" <reads> #2",
            failure: CaseFailure(
                step: "mallory: get notes/n1", line: 12, expected: "denied", actual: "allowed"),
            duration: .milliseconds(1234)),
        CaseResult(
            suite: "Users", file: "users.json", name: "odd & \u{1} even",
            failure: CaseFailure(
                expected: "allowed", actual: "denied", message: "false for 'get' @ L5\nfalse for 'get' @ L9")),
    ]

    @Test func `text shows failures in detail`() {
        #expect(
            TextReport.failures(ReportTests.results) == [
                "✗ Notes: a \"stranger\" <reads> #2", "    notes.yaml:12", "    mallory: get notes/n1",
                "    expected denied, was allowed", "",
                "✗ Users: odd & \u{1} even", "    users.json", "    expected allowed, was denied",
                "      false for 'get' @ L5", "      false for 'get' @ L9", "",
            ])
        #expect(TestSummary(ReportTests.results).text == "3 cases: 1 passed, 2 failed")
        #expect(TestSummary([ReportTests.results[0]]).text == "1 case: 1 passed, 0 failed")
    }

    @Test func `TAP is version 14, with diagnostics in YAML`() {
        #expect(
            TAPReport.lines(ReportTests.results).joined(separator: "\n") == ##"""
                TAP version 14
                1..3
                ok 1 - Notes: an owner reads
                not ok 2 - Notes: a "stranger" <reads> \#2
                  ---
                  at: "notes.yaml:12"
                  step: "mallory: get notes/n1"
                  expected: "denied"
                  actual: "allowed"
                  ...
                not ok 3 - Users: odd &   even
                  ---
                  at: "users.json"
                  expected: "allowed"
                  actual: "denied"
                  message: "false for 'get' @ L5\nfalse for 'get' @ L9"
                  ...
                """##)
    }

    @Test func `JUnit has one element for each suite and case`() {
        #expect(
            JUnitReport.lines(ReportTests.results).joined(separator: "\n") == #"""
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="receipts rules test" tests="3" failures="2" errors="0" skipped="0" time="1.235">
                  <testsuite name="Notes" tests="2" failures="1" errors="0" skipped="0" time="1.235">
                    <testcase classname="Notes" name="an owner reads" file="notes.yaml" line="7" time="0.001"/>
                    <testcase classname="Notes" name="a &quot;stranger&quot; &lt;reads&gt; #2" file="notes.yaml" line="11" time="1.234">
                      <failure message="expected denied, was allowed">notes.yaml:12&#10;mallory: get notes/n1</failure>
                    </testcase>
                  </testsuite>
                  <testsuite name="Users" tests="1" failures="1" errors="0" skipped="0" time="0.000">
                    <testcase classname="Users" name="odd &amp; \u{1} even" file="users.json" time="0.000">
                      <failure message="expected allowed, was denied">users.json&#10;false for 'get' @ L5&#10;false for 'get' @ L9</failure>
                    </testcase>
                  </testsuite>
                </testsuites>
                """#)
    }

    @Test func `JSON has one object for each case`() {
        #expect(
            JSONReport.objects(ReportTests.results).map(\.compactText) == [
                #"{"suite":"Notes","case":"an owner reads","file":"notes.yaml","line":7,"passed":true}"#,
                #"{"suite":"Notes","case":"a \"stranger\" <reads> #2","file":"notes.yaml","line":11,"passed":false,"step":"mallory: get notes/n1","expected":"denied","actual":"allowed"}"#,
                #"{"suite":"Users","case":"odd & \u0001 even","file":"users.json","passed":false,"expected":"allowed","actual":"denied","message":"false for 'get' @ L5\nfalse for 'get' @ L9"}"#,
            ])
    }
}
