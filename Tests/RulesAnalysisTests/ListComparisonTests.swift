import FirestoreRules
import RulesAnalysis
import Testing

@Suite("Differences in what can be listed")
struct ListComparisonTests {
    @Test(arguments: [
        ("request.query.limit <= 10", "request.query.limit <= 100", "limit: "),
        ("request.auth.uid == resource.data.owner", "request.auth != null", "list: notes"),
        ("false", "request.auth.uid in resource.data.members", "array-contains"),
        ("false", "resource.data.public == true", "where: "),
    ])
    func `a list is found with the query that it needs`(_ old: String, _ new: String, _ part: String) throws {
        let rules = [old, new].map { AnalysisExample.note("list", if: $0) }
        let comparison = try AnalysisExample.compare(rules[0], rules[1], after: 0)
        let finding = try #require(comparison.findings.first)
        #expect(finding.kind == .allowedNow)
        #expect(finding.lines.contains { $0.contains(part) }, "\(finding.lines)")
    }

    @Test(arguments: ["request.auth.uid == note", "exists(/databases/$(database)/documents/open/$(note))"])
    func `a list that depends on the document's id is found with a query for that document`(
        _ condition: String
    ) throws {
        let rules = ["false", condition].map { AnalysisExample.note("list", if: $0) }
        let comparison = try AnalysisExample.compare(rules[0], rules[1])
        let finding = try #require(comparison.findings.first)
        #expect(finding.kind == .allowedNow)
        #expect(finding.sentence.contains("where `__name__` == "))
        #expect(
            finding.lines.contains { $0.contains("__name__") && $0.contains("$reference") },
            "\(finding.lines)")
    }

    @Test func `a list without a test of the name is preferred`() throws {
        let rules = ["false", "request.auth != null"].map { AnalysisExample.note("list", if: $0) }
        let comparison = try AnalysisExample.compare(rules[0], rules[1])
        #expect(comparison.findings.map(\.sentence) == ["now allowed: alice lists notes"])
    }

    @Test func `a collection group is listed where a recursive wildcard allows it`() throws {
        let old = AnalysisExample.rules(
            "match /chats/{c}/messages/{m} { allow list: if request.auth != null; }")
        let new = AnalysisExample.rules(
            "match /{path=**}/messages/{m} { allow list: if request.auth != null; }")
        let comparison = try AnalysisExample.compare(old, new, after: 0)
        let finding = try #require(comparison.findings.first { $0.kind == .allowedNow })
        let plan = try #require(old.plan())
        #expect(!finding.scenario.isAllowed(by: plan))
    }
}
