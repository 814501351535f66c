import FirestoreModel
import FirestoreRules
import RulesAnalysis
import RulesTesting
import Testing

@Suite("The first suite for rules")
struct FirstSuiteTests {
    private static let rules = AnalysisExample.rules(
        """
        match /chats/{chat} {
          function isMember() { return request.auth.uid in resource.data.members; }
          allow get: if isMember();
          match /messages/{message} {
            allow create: if request.auth != null && request.resource.data.senderID == request.auth.uid;
            allow delete: if resource.data.senderID == request.auth.uid;
          }
        }
        match /news/{item} {
          allow get;
          allow write: if false;
        }
        """)

    private static func text(_ rules: Ruleset) throws -> (suite: FirstSuite, text: String) {
        let suite = try FirstSuite(AnalysedRules(rules), seed: 1)
        return (suite, suite.text(name: "first", rules: "firestore.rules"))
    }

    @Test func `each statement has requests that it allows and requests that it denies, and all cases pass`()
        async throws
    {
        let (suite, text) = try Self.text(Self.rules)
        #expect(suite.statements == 5)
        #expect(suite.gaps.isEmpty)
        let database = DatabaseID(project: "demo-rules")
        let file = try TestSuite(text, file: "first.yaml", database: database)
        let run = try await TestedRules.firestore(Self.rules).run([file], database: database, lanes: 1)
        #expect(run.results.count == suite.cases)
        // Allowed, denied to a stranger, and denied to a user for each operand that can be the only reason, which `request.auth != null` is
        // not; one for `allow get`; two for each method of `if false`.
        #expect(suite.cases == 3 + 3 + 3 + 1 + 3 * 2, "\(text)")
        for result in run.results { #expect(result.failure == nil, "\(result.name)\n\(text)") }
    }

    @Test func `cases are marked as to be reviewed, below the statement that decides them`() throws {
        let text = try Self.text(AnalysisExample.note("get", if: "resource.data.owner == request.auth.uid"))
            .text
        #expect(text.hasPrefix("# Made by `receipts init`"))
        #expect(text.contains("  # line 4: get /databases/{database}/documents/notes/{note}\n"))
        #expect(
            text.contains(
                """
                  - name: "review: allowed: alice reads notes/n1"
                    given:
                      notes/n1: {owner: alice}
                    as: alice
                    get: notes/n1
                    expect: allowed

                """), "\(text)")
    }

    @Test func `an operand of a condition has a request that is denied for no other reason`() throws {
        let text = try Self.text(
            AnalysisExample.note(
                "update", if: "resource.data.owner == request.auth.uid\n && request.resource.data.n < 3")
        ).text
        #expect(
            text.contains(
                """
                  # only because of: request.resource.data.n < 3
                  - name: "review: denied: alice adds `n` to notes/n1"
                """), "\(text)")
    }

    @Test func `a statement that another one makes needless is a gap`() throws {
        let suite = try FirstSuite(
            AnalysedRules(
                AnalysisExample.rules(
                    """
                    match /{path=**} { allow get: if true; }
                    match /notes/{note} { allow get: if request.auth != null; }
                    """)), seed: 1)
        let gaps = suite.gaps.map { "\($0.line) \($0.method) \($0.isAllowed)" }
        #expect(gaps == ["5 get true", "5 get false"])
    }

    @Test func `rules without statements have an empty suite`() throws {
        #expect(try Self.text(AnalysisExample.rules("function yes() { return true; }")).suite.cases == 0)
    }
}
