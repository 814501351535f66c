import CoreValues
import FirestoreRules
import RulesAnalysis
import RulesSolver
import Testing

/// What seems to make no difference is reported only if a solver proves it.
@Suite(
    "Conditions that make no difference",
    .enabled("needs cvc5 or z3") { await RulesSolver.installed() != nil })
struct HoleSuspectTests {
    private func proven(_ body: String) async throws -> [HoleKind] {
        var allowed = AllowedRequests(try AnalysedRules(AnalysisExample.rules(body)), seed: 1)
        while allowed.requests < 2000 { allowed.advance() }
        let solver = try #require(await RulesSolver.installed())
        var kinds: [HoleKind] = []
        for suspect in HoleSearch(allowed, today: Timestamp(seconds: 0, nanoseconds: 0)).suspects {
            var isProven = true
            for obligation in suspect.proof.obligations where isProven {
                isProven = try await solver.verdict(on: obligation, within: .seconds(20)) == .proven
            }
            if isProven { kinds.append(suspect.hole.kind) }
        }
        return kinds
    }

    @Test(arguments: [
        ("request.auth.uid == x && x == 'a' && x == 'b'", HoleKind.neverTrue),
        ("request.auth != null && request.auth.uid == x", .neverDecides),
    ])
    func `a proven one is found`(_ condition: String, _ kind: HoleKind) async throws {
        #expect(try await proven("match /a/{x} { allow get: if \(condition); }").contains(kind))
    }

    @Test func `a statement whose requests others allow is found`() async throws {
        let body = """
            match /a/{x} {
              allow get: if request.auth.uid == x;
              allow get: if request.auth.uid == x && resource.data.open == true;
            }
            """
        #expect(try await proven(body).contains(.neverDecides))
    }

    @Test(arguments: ["request.auth.uid == x && resource.data.open == true", "false", "true"])
    func `what decides is not`(_ condition: String) async throws {
        #expect(try await proven("match /a/{x} { allow get: if \(condition); }") == [])
    }
}
