import RulesTesting
import Testing

@Suite("Running suites for the Realtime Database")
struct DatabaseSuiteRunnerTests {
    private func failures(_ text: String) async throws -> [CaseFailure?] {
        try await DatabaseExample.run(text).results.map(\.failure)
    }

    @Test func `every operation is asked about`() async throws {
        let failures = try await failures(
            """
            now: 2026-01-01T12:00:00Z
            users: {root: {admin: true}}
            data:
              notes/alice/n: {text: x, at: 5}
              counts: 1
            cases:
              - {as: alice, get: notes/alice, expect: allowed}
              - {as: alice, get: notes/alice/n/text, expect: allowed}
              - {as: bob, get: notes/alice, expect: denied}
              - {as: nobody, get: notes/alice, expect: {denied: the .read rule of /notes/$owner}}
              - {as: admin, get: "", expect: allowed}
              - {as: root, get: notes/alice, expect: allowed}
              - {as: {uid: x, token: {admin: true}}, get: notes/alice, expect: allowed}
              - {as: alice, query: {path: notes/alice, orderBy: at, limitToLast: 2}, expect: allowed}
              - {as: bob, query: {path: notes/alice, orderBy: at, limitToLast: 2}, expect: denied}
              - {as: alice, set: notes/alice/m, value: {text: y, at: {$serverTimestamp: true}}, expect: allowed}
              - {as: alice, set: notes/alice/m, value: {text: y, at: {".sv": timestamp}}, expect: allowed}
              - {as: alice, set: notes/alice/m, value: {text: y, at: 1767268800000}, expect: allowed}
              - {as: alice, set: notes/alice/m, value: {text: y, at: 1}, expect: {denied: the .validate rule of /notes/$owner/$note is false}}
              - {as: bob, set: notes/alice/m, value: {text: y, at: {$serverTimestamp: true}}, expect: denied}
              - {as: alice, push: notes/alice, value: {text: y, at: {$serverTimestamp: true}}, expect: allowed}
              - {as: alice, push: notes/alice, value: {at: {$serverTimestamp: true}}, expect: denied}
              - {as: alice, update: notes/alice, data: {n/text: y, n/at: {$serverTimestamp: true}}, expect: allowed}
              - {as: alice, update: notes, data: {alice/n/at: {$serverTimestamp: true}, bob/n: null}, expect: denied}
              - {as: alice, remove: notes/alice/n, expect: allowed}
              - {as: bob, remove: notes/alice/n, expect: denied}
              - {as: bob, set: counts, value: {$increment: 2}, expect: allowed}
              - {as: bob, set: counts, value: {$increment: 3}, expect: denied}
            """)
        #expect(failures == Array(repeating: nil, count: 22))
    }

    @Test func `every case begins anew, and steps see what was written`() async throws {
        let failures = try await failures(
            """
            data: {counts: 2}
            cases:
              - steps:
                  - {as: bob, set: counts, value: {$increment: 1}, expect: allowed}
                  - {as: bob, set: counts, value: {$increment: 1}, expect: denied}
                  - {as: bob, set: counts, value: {$increment: 0}, expect: allowed}
                  - {as: admin, remove: counts, expect: allowed}
                  - {as: bob, set: counts, value: {$increment: 3}, expect: allowed}
              - {as: bob, set: counts, value: {$increment: 1}, expect: allowed}
              - {given: {counts: null}, as: bob, set: counts, value: {$increment: 3}, expect: allowed}
              - {given: {counts: 3}, as: bob, set: counts, value: {$increment: 1}, expect: denied}
              - {given: {notes/locked: true}, as: alice, push: notes/alice, value: {text: y, at: {$serverTimestamp: true}}, expect: denied}
            """)
        #expect(failures == Array(repeating: nil, count: 5))
    }

    @Test func `keys that are pushed differ`() async throws {
        let run = try await DatabaseExample.run(
            """
            cases:
              - steps:
                  - {as: a, push: list, value: 1, expect: allowed}
                  - {as: a, push: list, value: 2, expect: allowed}
                  - {as: a, get: list, expect: denied}
            """, rules: #"{"rules": {"list": {"$key": {".write": "!data.exists()"}}}}"#)
        #expect(run.results.map(\.failure) == [nil])
        #expect(run.cases.map(\.decisions.count) == [3])
    }

    @Test func `a failure tells the step, what was expected, and which expression decided`() async throws {
        let failures = try await failures(
            """
            cases:
              - name: two steps
                steps:
                  - {as: alice, get: notes/alice, expect: allowed}
                  - {as: bob, get: notes/alice, expect: allowed}
                  - {as: alice, get: notes/bob, expect: allowed}
              - {as: alice, get: notes/alice, expect: denied}
              - {as: alice, get: notes/bob, expect: {denied: nonsense}}
            """)
        let denied = try #require(failures[0])
        #expect(denied.step == "bob: get notes/alice")
        #expect(denied.line == 5)
        #expect(denied.expected == "allowed")
        #expect(denied.actual == "denied")
        #expect(
            denied.message?.hasPrefix(#"database.rules.json:5:19: $owner in the path is "alice", not bob"#)
                == true)
        let lines = denied.explanation?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        #expect(lines.first == "DENIED read /notes/alice as bob")
        #expect(lines.contains { $0.hasSuffix("^^^^^^^^^^^^^^^^^^^ is false") })
        #expect(failures[1]?.actual == "allowed")
        #expect(failures[1]?.explanation?.hasPrefix("ALLOWED read /notes/alice as alice") == true)
        #expect(failures[2]?.actual == "denied, with another text")
    }

    @Test func `what the database would not take fails the case, whatever is expected`() async throws {
        let failures = try await failures(
            """
            data: {counts: 1e308}
            cases:
              - {as: bob, set: counts, value: {$increment: 1e308}, expect: denied}
              - {given: {counts: {$increment: 1e308}}, as: bob, get: counts, expect: denied}
            """)
        #expect(failures[0]?.actual == "refused by the server")
        #expect(failures[0]?.message == "the sum of an increment is too large")
        #expect(failures[1]?.expected == "initial data")
    }

    @Test func `without a time of the suite it is the present`() async throws {
        let failures = try await failures(
            """
            cases:
              - {as: alice, set: notes/alice/m, value: {text: y, at: {$serverTimestamp: true}}, expect: allowed}
              - {as: alice, set: notes/alice/m, value: {text: y, at: 0}, expect: denied}
            """)
        #expect(failures == [nil, nil])
    }

    @Test func `users have the claims that their tokens have`() async throws {
        let run = try await DatabaseExample.run(
            """
            users: {bob: {email: b@example.com, firebase: {sign_in_provider: password}}}
            cases:
              - {as: bob, get: a, expect: allowed}
              - {as: carol, get: b, expect: allowed}
            """,
            rules: """
                {"rules": {
                  "a": {".read": "auth.token.email === 'b@example.com' && auth.provider === 'password' && auth.token.sub === 'bob'"},
                  "b": {".read": "auth.token.email === null && auth.provider === 'custom' && auth.token.user_id === 'carol'"}
                }}
                """)
        #expect(run.results.map(\.failure) == [nil, nil])
    }
}
