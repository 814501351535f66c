import FirestoreRules
import RulesAnalysis
import RulesCore
import RulesSolver
import Testing

/// Requests made from the models of the solvers that are installed.
@Suite("Counterexamples of solvers")
struct CounterexampleTests {
    /// Conditions for an update of a note, of which the second one allows more.
    private static let weaker = [
        ("request.auth.uid == resource.data.owner", "request.auth != null"),
        ("resource.data.code.matches('^[A-Z]{4}-[0-9]{6}$')", "resource.data.code is string"),
        ("resource.data.code.matches('[a-f]{3}')", "resource.data.code.matches('[a-g]{3}')"),
        (
            "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['a'])",
            "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['a', 'b'])"
        ),
        (
            "request.auth.uid in get(/databases/$(database)/documents/chats/$(note)).data.members",
            "exists(/databases/$(database)/documents/chats/$(note))"
        ),
        (
            "request.auth.token.role == 'admin' && resource.data.n == 41",
            "request.auth.token.role == 'admin' && resource.data.n >= 41"
        ),
        ("resource.data.tags.size() == 3", "resource.data.tags.size() >= 3"),
        ("request.time > resource.data.until", "request.time >= resource.data.until"),
        ("resource.data.a.b == 'x'", "resource.data.a.keys().hasAll(['b'])"),
    ]

    @Test(arguments: weaker)
    func `a solver's counterexample becomes a request that the engine confirms`(
        _ old: String, _ new: String
    ) async throws {
        let rules = [old, new].map { AnalysisExample.note("update", if: $0) }
        for solver in try await RulesProofTests.solvers() {
            var comparison = try RulesComparison(old: rules[0], new: rules[1], seed: 1)
            for obligation in try #require(comparison.proof).obligations {
                if let scenario = try await solver.counterexample(to: obligation, within: .seconds(20)) {
                    comparison.sow([scenario])
                }
            }
            // What is sown is decided first, one of each obligation.
            for _ in 0..<2 { comparison.advance() }
            #expect(comparison.findings.map(\.kind) == [.allowedNow], "\(solver.name)")
        }
    }

    @Test func `a process that does not end in time is ended`() async throws {
        let rules = try AnalysedRules(AnalysisExample.note("update", if: "resource.data.a == 1"))
        let others = try AnalysedRules(AnalysisExample.note("update", if: "resource.data.a == 2"))
        let obligation = try #require(RulesProof(old: rules, new: others)?.obligations.first)
        for solver in try await RulesProofTests.solvers() {
            // One millisecond is less than a solver needs to start.
            let verdict = try await solver.verdict(on: obligation, within: .milliseconds(1))
            #expect(verdict != .proven, "\(solver.name)")
        }
    }
}
