import FirestoreRules
import JSONText
import RulesAnalysis
import RulesCore
import Testing

@Suite("Tables of who can do what")
struct AccessTableTests {
    private func table(_ body: String, requests: Int = 6000) throws -> AccessTable {
        var allowed = AllowedRequests(try AnalysedRules(AnalysisExample.rules(body)), seed: 1)
        while allowed.requests < requests { allowed.advance() }
        return try AccessSearch(allowed).table()
    }

    private func cell(_ title: String, of path: String, in table: AccessTable) -> String? {
        table.rows.first { $0.path == path }?.cells.first { $0.title == title }?.text
    }

    @Test(arguments: [
        ("true", "anyone"),
        ("request.auth != null", "any signed-in user"),
        ("request.auth.uid == x", "the user {x}"),
        ("request.auth.uid == resource.data.owner", "users in `owner`"),
        ("request.auth.token.admin == true", "users with the claim `admin`"),
        ("request.auth.uid == 'zQ1'", "the user `zQ1`"),
        ("resource.data.public == true", "anyone, of some documents"),
        (
            "exists(/databases/$(database)/documents/staff/$(request.auth.uid))",
            "users with a document in staff"
        ),
        (
            "request.auth.uid in get(/databases/$(database)/documents/teams/$(x)).data.members",
            "users in `members` of teams"
        ),
        ("false", "nobody found"),
    ])
    func `a get is shown with those who may`(_ condition: String, _ text: String) throws {
        let table = try table("match /a/{x} { allow get: if \(condition); }")
        #expect(cell("get", of: "a/{x}", in: table) == text)
        #expect(cell("delete", of: "a/{x}", in: table) == "nobody")
    }

    @Test func `several ways to be allowed are all shown`() throws {
        let table = try table(
            """
            match /a/{x} {
              allow get: if request.auth.uid == resource.data.owner || request.auth.token.admin == true;
            }
            """)
        #expect(cell("get", of: "a/{x}", in: table) == "users with the claim `admin`; users in `owner`")
    }

    @Test func `writes are shown by field`() throws {
        let table = try table(
            """
            match /a/{x} {
              allow create: if request.auth.uid == request.resource.data.owner
                && request.resource.data.keys().hasOnly(['owner', 'text']);
              allow update: if request.auth.uid == resource.data.owner
                && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text']);
            }
            """)
        let own = "signed-in users who put themselves in `owner`"
        #expect(cell("create text", of: "a/{x}", in: table) == own)
        #expect(cell("create any other field", of: "a/{x}", in: table) == "nobody found")
        #expect(cell("update text", of: "a/{x}", in: table) == "users in `owner`")
        #expect(cell("update owner", of: "a/{x}", in: table) == "nobody found")
    }

    @Test func `what a wildcard allows is shown at the paths that it covers`() throws {
        let table = try table(
            """
            match /{any=**} { allow get: if request.auth != null; }
            match /a/{x} { allow get: if request.auth.uid == x; }
            """)
        #expect(cell("get", of: "a/{x}", in: table) == "any signed-in user")
        #expect(cell("get", of: "{any=**}", in: table) == "any signed-in user")
    }

    @Test func `every example is allowed, and names its statement`() throws {
        let body = """
            match /a/{x} {
              allow read: if request.auth.uid == x;
              allow write: if request.auth.token.admin == true;
            }
            """
        let plan = try #require(AnalysisExample.rules(body).plan())
        for grant in try table(body).rows.flatMap(\.cells).flatMap(\.grants) {
            #expect(grant.example.isAllowed(by: plan))
            #expect(grant.condition?.isEmpty == false)
        }
    }

    @Test func `the page escapes what rules hold`() throws {
        let rules = Ruleset(
            SourceFile(
                name: "<b>.rules",
                content: """
                    rules_version = '2';
                    service cloud.firestore {
                      match /databases/{database}/documents {
                        match /a/{x} { allow get: if request.auth.uid == '<script>' && 1 < 2; }
                      }
                    }
                    """))
        var allowed = AllowedRequests(try AnalysedRules(rules), seed: 1)
        while allowed.requests < 2000 { allowed.advance() }
        let html = AccessPage(allowed.rules.source, try AccessSearch(allowed).table()).html
        #expect(html.contains("&lt;script&gt;") && !html.contains("<script>"))
        #expect(html.contains("&lt;b&gt;.rules"))
    }

    @Test func `objects name the path, the method and the field`() throws {
        let objects = try table("match /a/{x} { allow create: if request.auth.uid == x; }").objects
        let other = try #require(objects.first { $0["field"]?.string == "*" })
        #expect(other["method"]?.string == "create")
        #expect(other["who"]?.string == "those")
        #expect(other["users"]?.string == "the user {x}")
    }
}
