import FirestoreRules
import RulesAnalysis
import RulesCore
import RulesSolver
import Testing

/// Proofs by the solvers that are installed; `Scripts/test` installs cvc5.
@Suite("Proofs about rules")
struct RulesProofTests {
    /// Conditions for an update of a note that mean the same.
    static let equal =
        RulesComparisonTests.same + [
            (
                "request.auth.uid == resource.data.owner",
                "request.auth != null && request.auth.uid == resource.data.owner"
            ),
            ("resource.data.tags.size() > 0", "resource.data.tags.size() >= 1"),
            ("resource.data.n > 5 && resource.data.n < 3", "resource.data.n > 5 && false"),
            ("resource.data.n > 0.1 && resource.data.n > 0.25", "resource.data.n > 0.25"),
            ("resource.data.n >= 3", "resource.data.n == 3 || resource.data.n > 3.0"),
            ("resource.data.n > 5", "resource.data.n == resource.data.n && !(resource.data.n <= 5)"),
            // 0, 0.0 and -0.0 are no change.
            (
                "resource.data.n == 0 && request.resource.data.n == 0",
                """
                resource.data.n == 0 && request.resource.data.n == 0
                  && !('n' in request.resource.data.diff(resource.data).affectedKeys())
                """
            ),
            (
                "resource.data.s is string && resource.data.s.size() > 0",
                "resource.data.s is string && resource.data.s != ''"
            ),
            (
                "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['a', 'b'])",
                "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['b', 'a', 'b'])"
            ),
            (
                "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['a'])",
                """
                request.resource.data.diff(resource.data).affectedKeys().hasOnly(['a', 'b'])
                  && !('b' in request.resource.data.diff(resource.data).affectedKeys())
                """
            ),
            (
                "request.resource.data.keys().hasAll(['a', 'b'])",
                "'a' in request.resource.data && request.resource.data.keys().hasAll(['b'])"
            ),
            (
                "resource.data.open ? request.auth != null : false",
                "resource.data.open && request.auth != null && (resource.data.open is bool)"
            ),
            ("resource.data.get('n', 0) == 0", "!('n' in resource.data) || resource.data.n == 0"),
            (
                "get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin'",
                """
                exists(/databases/$(database)/documents/users/$(request.auth.uid))
                  && get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin'
                """
            ),
            (
                "resource.data.a == request.auth.uid",
                "get(/databases/$(database)/documents/notes/$(note)).data.a == request.auth.uid"
            ),
            (
                "request.resource.data.a == 1",
                "getAfter(/databases/$(database)/documents/notes/$(note)).data.a == 1"
            ),
            (
                "request.time < resource.data.t + duration.value(60, 's')",
                "resource.data.t + duration.value(1, 'm') > request.time"
            ),
            (
                "resource.data.n is int && resource.data.n + 1 > 5",
                "resource.data.n is int && resource.data.n > 4 && resource.data.n < 9223372036854775807"
            ),
            ("resource.data.s.matches('[a-z]+') || true", "true"),
            (
                "resource.data.s.matches('^ab?$')", "resource.data.s.matches('ab{0,1}')"
            ),
            (
                "resource.data.s.matches('[a-z]{3,}')",
                "resource.data.s.matches('[a-z]{3,}') && resource.data.s.size() > 2"
            ),
            (
                "resource.data.diff(request.resource.data).affectedKeys().hasOnly(['a'])",
                "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['a'])"
            ),
            ("!resource.data.keys().contains('a') || resource.data.b == 1", "resource.data.b == 1"),
            ("request.query.limit == 1 || resource.data.b == 1", "resource.data.b == 1"),
            ("request.auth.email == 'a' || resource.data.b == 1", "resource.data.b == 1"),
            (
                "get(resource.data.ref).data.a == 1",
                "resource.data.ref is path && get(resource.data.ref).data.a == 1"
            ),
            (
                "exists(/databases/$(database)/documents/users/$(resource.data.a))",
                "resource.data.a != '' && exists(/databases/$(database)/documents/users/$(resource.data.a))"
            ),
            (
                "[resource.data.a, 'x'].hasAny(['x'])",
                "resource.data.a == resource.data.a || true ? resource.data.keys().hasAll(['a']) : false"
            ),
        ]

    @Test(arguments: equal)
    func `conditions that mean the same are proven to`(_ first: String, _ second: String) async throws {
        for solver in try await RulesProofTests.solvers() {
            let verdict = try await RulesProofTests.verdict(by: solver, "update", first, second)
            #expect(verdict == .proven, "\(solver.name)")
        }
    }

    /// What filters do not imply is neither equal nor unequal.
    @Test(arguments: [
        ("list", "resource.data.n != 7", "!(resource.data.n == 7)"),
        ("update", "resource.data.s.matches('[a-z]+')", "resource.data.s.matches('[a-z]*')"),
        ("update", "resource.data.s.matches('[a-f]{3}')", "resource.data.s.matches('[a-g]{3}')"),
        ("update", "resource.data.s.matches('[a-f]+x')", "resource.data.s.matches('[a-g]+x')"),
        ("update", "resource.data.s.matches('(a|b)*')", "resource.data.s.matches('(a|b|c)*')"),
        ("update", "resource.data.s.matches('[^a]')", "resource.data.s.matches('.')"),
        ("update", "resource.data.s.matches('a.c')", "resource.data.s.matches('a[^b]c')"),
        ("get", "request.resource.data.a == 1", "false"),
        // NaN is neither greater nor less than a number, nor equal to itself.
        ("update", "resource.data.n > 5", "!(resource.data.n <= 5)"),
        (
            "update", "resource.data.n is float",
            "resource.data.n is float && resource.data.n == resource.data.n"
        ),
        ("update", "resource.data.n < 1.0", "resource.data.n < 1.0 && resource.data.n > -1000000000.0 * 10"),
        ("update", "resource.data.n == 0.0", "resource.data.n in [0.0]"),
    ])
    func `conditions that differ are not proven to mean the same`(
        _ method: String, _ first: String, _ second: String
    ) async throws {
        for solver in try await RulesProofTests.solvers() {
            let verdict = try await RulesProofTests.verdict(by: solver, method, first, second)
            #expect(verdict != .proven, "\(solver.name)")
        }
    }

    @Test func `a statement beside a glob that matches nothing more adds nothing`() async throws {
        let glob = "match /notes/{n}/{parts=**} { allow read: if request.auth.uid == n; }"
        let proof = try #require(
            RulesProof(
                old: AnalysedRules(AnalysisExample.rules(glob)),
                new: AnalysedRules(
                    AnalysisExample.rules(
                        glob + "match /notes/{n} { allow get: if n == request.auth.uid; }"))))
        for solver in try await RulesProofTests.solvers() {
            for obligation in proof.obligations {
                #expect(try await solver.verdict(on: obligation, within: .seconds(20)) == .proven)
            }
        }
    }

    @Test(arguments: RulesComparisonTests.changes)
    func `a change that matters is never proven to mean the same`(
        _ change: (old: String, new: String)
    ) async throws {
        for solver in try await RulesProofTests.solvers() {
            let verdict = try await RulesProofTests.verdict(by: solver, "update", change.old, change.new)
            #expect(verdict != .proven, "\(solver.name)")
        }
    }

    /// Claims about updates of a note, the rules that keep them, and rules that do not.
    static let claims: [(claim: String, kept: String, broken: String)] = [
        (
            "request.resource.data.owner == resource.data.owner",
            "resource.data.owner is string && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['text'])",
            "resource.data.owner is string && request.resource.data.diff(resource.data).changedKeys().hasOnly(['text'])"
        ),
        (
            "request.auth.uid in get(/databases/$(database)/documents/notes/$(n)).data.members",
            "request.auth.uid in resource.data.members", "request.auth.uid in request.resource.data.members"
        ),
        (
            "request.resource.data.state != 'new'",
            "request.resource.data.state in {'new': ['open'], 'open': ['done']}[resource.data.state]",
            "request.resource.data.state in {'new': ['open'], 'open': ['new']}[resource.data.state]"
        ),
        (
            "request.resource.data.tags.size() == 0", "request.resource.data.tags == []",
            "request.resource.data.get('tags', []) == []"
        ),
    ]

    @Test(arguments: claims)
    func `a claim is proven for rules that keep it, and for no others`(
        _ example: (claim: String, kept: String, broken: String)
    ) async throws {
        let claim = Claim(name: "", on: "update /notes/{n}", holds: example.claim)
        for solver in try await RulesProofTests.solvers() {
            for (condition, isKept) in [(example.kept, true), (example.broken, false)] {
                let rules = try AnalysedRules(AnalysisExample.note("update", if: condition))
                let attack = try RulesAttack(claim, on: rules, seed: 1)
                let verdict = try await solver.verdict(
                    on: try #require(attack.proofs[0].obligations.first), within: .seconds(20))
                #expect((verdict == .proven) == isKept, "\(solver.name): \(condition)")
            }
        }
    }

    @Test func `statements that match other paths are not in the way, and those with a glob are`()
        async throws
    {
        let claim = Claim(name: "", on: "read /notes/{n}", holds: "request.auth != null")
        func obligations(_ body: String) throws -> [ProofObligation] {
            try RulesAttack(claim, on: AnalysedRules(AnalysisExample.rules(body)), seed: 1).proofs[0]
                .obligations
        }
        #expect(
            try obligations("match /notes/{n}/parts/{p} { allow read; } match /users/{u} { allow read; }")
                .isEmpty)
        let open = try obligations(
            "match /notes/{n} { allow read: if request.auth != null; } match /{all=**} { allow list; }")
        #expect(open.map(\.method) == [.get, .list, .list])
        for solver in try await RulesProofTests.solvers() {
            var verdicts: [RulesSolver.Verdict] = []
            for obligation in open {
                verdicts.append(try await solver.verdict(on: obligation, within: .seconds(20)))
            }
            #expect(verdicts == [.proven, .proven, .open])
        }
    }

    @Test(arguments: RulesComparisonTests.same + RulesComparisonTests.changes.map { ($0.old, $0.new) })
    func `every solver understands what it is asked, whatever the method`(
        _ first: String, _ second: String
    ) async throws {
        for solver in try await RulesProofTests.solvers() {
            for method in ["get", "list", "create", "delete"] {
                _ = try await RulesProofTests.verdict(by: solver, method, first, second)
            }
        }
    }

    static func solvers() async throws -> [RulesSolver] {
        var solvers: [RulesSolver] = []
        for solver in RulesSolver.all where await solver.isInstalled { solvers.append(solver) }
        return solvers
    }

    /// What a solver says of two conditions: the worst of its verdicts.
    static func verdict(
        by solver: RulesSolver, _ method: String, _ first: String, _ second: String
    ) async throws -> RulesSolver.Verdict {
        let rules = try [first, second].map { try AnalysedRules(AnalysisExample.note(method, if: $0)) }
        let proof = try #require(RulesProof(old: rules[0], new: rules[1]))
        for obligation in proof.obligations {
            let verdict = try await solver.verdict(on: obligation, within: .seconds(20))
            if verdict != .proven { return verdict }
        }
        return .proven
    }
}
