import FirestoreModel
import FirestoreRules
import JSONText
import RulesAnalysis
import RulesTesting
import Testing

@Suite("Findings as suites")
struct FindingSuiteTests {
    @Test(arguments: RulesComparisonTests.changes)
    func `the suite of a finding passes on the new rules, and fails on the old ones`(
        _ change: (old: String, new: String)
    ) async throws {
        let rules = [change.old, change.new].map {
            AnalysisExample.note("read, create, update, delete", if: $0)
        }
        let comparison = try AnalysisExample.compare(rules[0], rules[1], after: 2000)
        let suite = FindingSuite(name: "what: changed", rules: "firestore.rules", comparison.findings)
        let database = DatabaseID(project: "demo-rules")
        let file = try TestSuite(suite.text, file: "found.yaml", database: database)
        for (index, rules) in rules.enumerated() {
            let run = try await TestedRules.firestore(rules).run([file], database: database, lanes: 1)
            #expect(run.results.count == suite.included.count)
            for result in run.results {
                #expect((result.failure == nil) == (index == 1), "\(result.name)\n\(suite.text)")
            }
        }
    }

    @Test func `a finding as an object has what the text has`() throws {
        let comparison = try AnalysisExample.compare(
            AnalysisExample.note("update", if: "request.auth.token.admin == true"),
            AnalysisExample.note("update", if: "request.auth != null"), after: 5000)
        let finding = try #require(comparison.findings.first)
        let object = finding.json
        #expect(object["finding"]?.string == "allowed-now")
        #expect(object["rule"]?.string == "firestore.rules:4")
        #expect(object["sentence"]?.string == finding.sentence)
        #expect(object["request"]?["method"]?.string == "update")
        #expect(object["request"]?["path"]?.string == "notes/n1")
        #expect(object["request"]?["auth"]?["uid"]?.string == "alice")
        #expect(object["before"]?["allowed"] == .boolean(false))
        #expect(object["now"]?["allowed"] == .boolean(true))
        #expect(object["case"]?["expect"]?.string == "allowed")
        #expect(object["documents"]?["notes/n1"] == .object([]))
    }
}
