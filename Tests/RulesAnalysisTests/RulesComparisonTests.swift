import FirestoreRules
import JSONText
import RulesAnalysis
import RulesCore
import Testing

@Suite("Differences between rules")
struct RulesComparisonTests {
    /// Conditions for an update of a note, and a change of each that matters.
    static let changes: [(old: String, new: String)] = [
        ("request.auth != null", "true"),
        ("request.auth.uid == resource.data.owner", "request.auth != null"),
        (
            "request.auth.uid == resource.data.owner && resource.data.open",
            "request.auth.uid == resource.data.owner"
        ),
        ("request.resource.data.size() <= 3", "request.resource.data.size() < 3"),
        ("request.resource.data.text.size() <= 1000", "request.resource.data.text.size() <= 1001"),
        ("request.resource.data.text is string", "request.resource.data.text is string || true"),
        ("request.resource.data.tags.hasAll(['a', 'b'])", "request.resource.data.tags.hasAny(['a', 'b'])"),
        ("request.resource.data.tags.hasOnly(['a'])", "request.resource.data.tags.hasAll(['a'])"),
        (
            "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text'])",
            "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text', 'owner'])"
        ),
        (
            "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text'])",
            "request.resource.data.diff(resource.data).changedKeys().hasOnly(['text'])"
        ),
        (
            "request.resource.data.name.matches('[a-z]{3,9}[0-9]')",
            "request.resource.data.name.matches('[a-z]{3,9}')"
        ),
        ("request.resource.data.time == request.time", "request.resource.data.time <= request.time"),
        (
            "request.time < resource.data.made + duration.value(1, 'h')",
            "request.time < resource.data.made + duration.value(2, 'h')"
        ),
        (
            "math.abs(request.time.seconds() - request.resource.data.made.seconds()) < 5",
            "math.abs(request.time.seconds() - request.resource.data.made.seconds()) < 6"
        ),
        ("request.auth.token.admin == true", "request.auth.token.admin != null"),
        ("request.auth.token.roles.editor == 'yes'", "request.auth.token.roles.editor in ['yes', 'maybe']"),
        (
            "exists(/databases/$(database)/documents/members/$(request.auth.uid))",
            "exists(/databases/$(database)/documents/members/$(note))"
        ),
        (
            "get(/databases/$(database)/documents/members/$(request.auth.uid)).data.level >= 3",
            "get(/databases/$(database)/documents/members/$(request.auth.uid)).data.level >= 2"
        ),
        ("resource.data.state in ['open', 'new']", "resource.data.state in ['open']"),
        (
            "{'a': ['b'], 'b': ['c']}[resource.data.s].hasAny([request.resource.data.s])",
            "request.resource.data.s in {'a': ['b', 'c'], 'b': ['c']}[resource.data.s]"
        ),
        ("resource.data.get('done', false) == false", "resource.data.get('done', true) == false"),
        ("note == request.auth.uid", "note != 'x'"),
        (
            "request.resource.data.count == resource.data.count + 1",
            "request.resource.data.count > resource.data.count"
        ),
        (
            "request.resource.data.list[0] == request.auth.uid",
            "request.auth.uid in request.resource.data.list"
        ),
        (
            "request.resource.data.keys().hasOnly(['a', 'b'])",
            "request.resource.data.keys().hasAny(['a', 'b'])"
        ),
        ("!('lock' in resource.data)", "!('lock' in request.resource.data)"),
        (
            "resource.data.owner == null ? request.auth != null : resource.data.owner == request.auth.uid",
            "request.auth != null"
        ),
    ]

    @Test(arguments: changes)
    func `a change that matters is found, whichever is the new one`(_ change: (old: String, new: String))
        throws
    {
        for (old, new) in [(change.old, change.new), (change.new, change.old)] {
            let rules = [old, new].map { AnalysisExample.note("update", if: $0) }
            let comparison = try AnalysisExample.compare(rules[0], rules[1], after: 0)
            let finding = try #require(
                comparison.findings.first, "\(old) → \(new): nothing in \(comparison.requests) requests")
            let plans = try rules.map { try #require($0.plan()) }
            let isNowAllowed = finding.kind == .allowedNow
            #expect(finding.scenario.isAllowed(by: plans[0]) == !isNowAllowed)
            #expect(finding.scenario.isAllowed(by: plans[1]) == isNowAllowed)
        }
    }

    /// Conditions that mean the same.
    static let same: [(String, String)] = [
        ("request.auth != null", "!(request.auth == null)"),
        ("resource.data.a == 1 && resource.data.b == 2", "resource.data.b == 2 && resource.data.a == 1"),
        ("resource.data.a in ['x', 'y']", "resource.data.a == 'x' || resource.data.a == 'y'"),
        ("resource.data.n > 3 && resource.data.n is int", "resource.data.n >= 4 && resource.data.n is int"),
    ]

    @Test(arguments: same)
    func `rules that mean the same differ in no request`(_ old: String, _ new: String) throws {
        let comparison = try AnalysisExample.compare(
            AnalysisExample.note("update", if: old), AnalysisExample.note("update", if: new), requests: 4000)
        #expect(comparison.findings.map(\.sentence) == [])
        #expect(!comparison.saysTheSame)
        #expect(comparison.requests >= 4000)
    }

    @Test func `rules that differ in comments, layout and names of files say the same`() throws {
        let old = AnalysisExample.rules("match /a/{b} { allow read: if request.auth != null; }")
        let new = AnalysisExample.rules(
            "// Signed in.\nmatch /a/{b} {\n  allow read:\n    if request.auth != null; // yes\n}")
        #expect(try RulesComparison(old: old, new: new, seed: 1).saysTheSame)
    }

    @Test func `a change of a function that a statement calls is a change of the statement`() throws {
        func rules(_ body: String) -> Ruleset {
            AnalysisExample.rules(
                "function ok() { return inner(); } function inner() { return \(body); }\n"
                    + "match /a/{b} { allow get: if ok(); } match /c/{d} { allow get: if false; }")
        }
        let comparison = try AnalysisExample.compare(rules("request.auth != null"), rules("true"))
        #expect(
            comparison.findings.map(\.sentence) == [
                "now allowed: somebody who is not signed in reads a/a1, which does not exist"
            ])
    }

    @Test func `each statement and direction has its own finding, with the smallest request`() throws {
        let old = AnalysisExample.rules(
            """
            match /notes/{note} {
              allow get: if request.auth.uid == resource.data.owner;
              allow update: if request.auth.uid == resource.data.owner
                && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text']);
              allow delete: if request.auth != null;
            }
            """)
        let new = AnalysisExample.rules(
            """
            match /notes/{note} {
              allow get: if request.auth != null;
              allow update: if request.auth.uid == resource.data.owner;
              allow delete: if request.auth.token.admin == true;
            }
            """)
        let comparison = try AnalysisExample.compare(old, new, after: 20_000)
        let sentences = comparison.findings.map(\.sentence)
        #expect(
            sentences == [
                "now allowed: alice reads notes/n1, which does not exist",
                "now allowed: alice removes `owner` from notes/n1",
                "now denied: alice deletes notes/n1, which does not exist",
            ])
        #expect(comparison.findings.map(\.rule.line) == [5, 6, 8])
    }

    @Test func `the same seed finds the same, request by request`() throws {
        let old = AnalysisExample.note("update", if: "resource.data.a == 1 && request.resource.data.b == 2")
        let new = AnalysisExample.note("update", if: "resource.data.a == 1")
        let runs = try (0..<2).map { _ in
            try AnalysisExample.compare(old, new, requests: 2000, after: 2000, seed: 7)
        }
        #expect(runs[0].requests == runs[1].requests)
        #expect(runs[0].findings.map(\.json.compactText) == runs[1].findings.map(\.json.compactText))
        #expect(!runs[0].findings.isEmpty)
    }

    @Test func `conditions that were not both true and false are named`() throws {
        let old = AnalysisExample.note("get", if: "1 == 2 && resource.data.a == 1")
        let new = AnalysisExample.note("get", if: "resource.data.b == 1 && resource.data.b == 2")
        let comparison = try AnalysisExample.compare(old, new, requests: 500)
        let open = comparison.openConditions.map { "\($0.text) \($0.seen.map { "\($0)" } ?? "never")" }
        #expect(open.contains("1 == 2 false"))
        #expect(open.contains("resource.data.a == 1 never"))
        #expect(open.contains("resource.data.b == 2 false"))
        #expect(!open.contains { $0.hasPrefix("resource.data.b == 1") }, "\(open)")
    }

    @Test func `rules that cannot be used are refused with their errors`() {
        let good = AnalysisExample.note("get", if: "true")
        let bad = AnalysisExample.note("get", if: "nothing(")
        #expect(throws: RulesRefusal.self) { try RulesComparison(old: good, new: bad, seed: 1) }
        #expect(throws: RulesRefusal.self) { try RulesComparison(old: bad, new: good, seed: 1) }
    }
}
