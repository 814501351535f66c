import AnalysisCore
import DatabaseRulesAnalysis
import RealtimeDatabaseRules
import Testing

@Suite("First suites and claims for rules of the Realtime Database")
struct FirstDatabaseSuiteTests {
    private static let body = #"""
        "notes": {
          "$note": {
            ".read": "auth != null && data.child('owner').val() === auth.uid",
            ".write": "auth != null && !data.exists()",
            "owner": {".validate": "newData.val() === auth.uid"}
          }
        },
        "closed": {".write": false}
        """#

    @Test func `each rule has requests that it allows, and requests that it alone denies`() throws {
        let suite = try FirstDatabaseSuite(try DatabaseExample.rules(Self.body), seed: 1)
        #expect(suite.gaps == [])
        #expect(suite.cases >= 8)
        let text = suite.text(name: "notes", rules: "../notes.json")
        #expect(text.contains("rules: \"../notes.json\"\n"))
        #expect(text.contains("  # only because of: !data.exists()\n"))
        #expect(text.contains("review: denied: somebody who is not signed in "))
        #expect(text.contains(".validate /notes/$note/owner"))
    }

    @Test func `claims are what no request was found to break`() throws {
        var allowed = try AllowedDatabaseRequests(try DatabaseExample.rules(Self.body), seed: 1)
        while allowed.requests < 4000 { allowed.advance() }
        let claims = try FirstDatabaseClaims(allowed).claims
        #expect(
            claims.map(\.on) == [
                "read /notes/$note", "create /notes/$note", "update, delete /notes/$note",
                "create, update, delete /closed",
            ])
        #expect(claims.map(\.holds) == ["auth != null", "auth != null", "false", "false"])
    }
}
