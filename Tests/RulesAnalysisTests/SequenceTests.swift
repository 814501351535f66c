import FirestoreModel
import FirestoreRules
import RulesAnalysis
import RulesCore
import Testing

@Suite("Claims about several requests")
struct SequenceTests {
    private static func rules(create: String, update: String) -> Ruleset {
        AnalysisExample.rules(
            """
            match /notes/{note} {
              allow create: if request.resource.data.owner == request.auth.uid && \(create);
              allow update: if resource.data.owner == request.auth.uid && \(update);
            }
            """)
    }

    private static let plain = Claim(
        name: "a note stays private", on: "update /notes/{n}", after: ["create /notes/{n}"],
        holds: "request.resource.data.shared == false")

    private func attack(_ claim: Claim, on rules: Ruleset, requests: Int = 20_000) throws -> RulesAttack {
        var attack = try RulesAttack(claim, on: AnalysedRules(rules), seed: 1)
        while attack.requests < requests, attack.findings.isEmpty { attack.advance() }
        return attack
    }

    @Test func `an update into what create refuses is found, with the create before it`() throws {
        let rules = Self.rules(
            create: "request.resource.data.shared == false", update: "request.resource.data.shared is bool")
        let finding = try #require(try attack(Self.plain, on: rules).findings.first)
        #expect(finding.earlier.map(\.request.method) == [.create])
        #expect(finding.scenario.request.method == .update)
        #expect(finding.scenario.world[finding.scenario.request.document] == finding.earlier[0].request.data)
        #expect(finding.sentence.contains(" creates notes/n1 with "), "\(finding.sentence)")
        #expect(finding.sentence.contains(", then "), "\(finding.sentence)")
        let text = FindingSuite(name: "s", rules: "r", [finding]).text
        #expect(text.contains("steps: ["), "\(text)")
        #expect(text.contains("expect: allowed}, {"), "\(text)")
    }

    @Test func `a document that no request can leave breaks no claim`() throws {
        let claim = Claim(
            name: "kept", on: "update /notes/{n}", after: ["create /notes/{n}"],
            holds: "resource.data.kind == 'plain'")
        let strict = Self.rules(create: "request.resource.data.kind == 'plain'", update: "true")
        let attack = try attack(claim, on: strict, requests: 6000)
        #expect(attack.findings.isEmpty && attack.hasReachedAllowed)
        // Without the earlier request, any document may be there.
        let single = Claim(name: "kept", on: claim.on, holds: claim.holds)
        #expect(try !self.attack(single, on: strict).findings.isEmpty)
    }

    @Test func `two users take part, and two requests can come first`() throws {
        let rules = AnalysisExample.rules(
            """
            match /rooms/{room} {
              allow create: if request.auth != null && request.resource.data.members == [request.auth.uid];
              allow update: if request.auth.uid in request.resource.data.members;
            }
            match /rooms/{room}/keys/{key} {
              allow create: if request.auth.uid in get(/databases/$(database)/documents/rooms/$(room)).data.members;
            }
            """)
        let claim = Claim(
            name: "strangers stay out", on: "create /rooms/{r}/keys/{k}",
            after: ["create /rooms/{r}", "update /rooms/{r}"],
            holds: "get(/databases/$(database)/documents/rooms/$(r)).data.members.size() == 1")
        let finding = try #require(try attack(claim, on: rules).findings.first)
        #expect(finding.earlier.map(\.request.method) == [.create, .update])
    }

    @Test(arguments: [
        ("create notes", "expected methods and a path"), ("get /notes/{n}", "expected writes of a document"),
        ("create /notes/{n=**}", "an earlier request is about one document"),
    ])
    func `an earlier request that cannot be one is refused`(_ after: String, _ message: String) throws {
        let rules = try AnalysedRules(AnalysisExample.note("update", if: "true"))
        let problem = #expect(throws: ClaimProblem.self) {
            let claim = Claim(name: "c", on: "update /notes/{n}", after: [after], holds: "true")
            _ = try RulesAttack(claim, on: rules, seed: 1)
        }
        #expect(problem?.member == "after")
        #expect(problem?.message.hasPrefix(message) == true, "\(problem?.message ?? "")")
    }
}
