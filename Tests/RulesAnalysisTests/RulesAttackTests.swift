import FirestoreModel
import FirestoreRules
import RulesAnalysis
import RulesCore
import Testing

@Suite("Attacks on claims")
struct RulesAttackTests {
    private static let receipts = Claim(
        name: "a receipt changes nothing but receipts", on: "update /chats/{c}/messages/{m}",
        unless: "resource.data.sender == request.auth.uid",
        holds: "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['status', 'readBy'])")

    private static func rules(_ condition: String) -> Ruleset {
        AnalysisExample.rules(
            """
            function isMember(chat) {
              return request.auth.uid in get(/databases/$(database)/documents/chats/$(chat)).data.members;
            }
            match /chats/{chat}/messages/{message} {
              allow update: if isMember(chat) && \(condition);
              allow read: if isMember(chat);
            }
            """)
    }

    private func attack(
        _ claim: Claim, on rules: Ruleset, requests: Int = 20_000, seed: UInt64 = 1
    ) throws -> RulesAttack {
        var attack = try RulesAttack(claim, on: AnalysedRules(rules), seed: seed)
        while attack.requests < requests, attack.findings.isEmpty { attack.advance() }
        return attack
    }

    @Test func `rules that keep a claim break it in no request`() throws {
        let rules = Self.rules(
            "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['status', 'readBy'])")
        let attack = try attack(Self.receipts, on: rules, requests: 6000)
        #expect(attack.findings.isEmpty)
        #expect(attack.hasReachedAllowed)
    }

    @Test func `rules that break a claim show it by the smallest request`() throws {
        let attack = try attack(Self.receipts, on: Self.rules("request.resource.data.status == 'read'"))
        let finding = try #require(attack.findings.first)
        #expect(finding.kind == .claimBroken)
        #expect(finding.sentence.hasPrefix("a receipt changes nothing but receipts does not hold: alice "))
        #expect(finding.claim == Self.receipts)
        #expect(finding.old == nil && finding.new.isAllowed)
    }

    @Test func `a request that a claim is not about does not break it`() throws {
        let others = AnalysisExample.rules(
            "match /{any=**} { allow write: if request.auth != null; } match /chats/{c} { allow read; }")
        let claim = Claim(name: "no chat is deleted", on: "delete /chats/{c}", holds: "false")
        let finding = try #require(try attack(claim, on: others).findings.first)
        #expect(finding.scenario.request.method == .delete)
        #expect(finding.scenario.request.document.segments.count == 2)
        #expect(finding.scenario.request.document.segments[0] == "chats")
    }

    @Test func `a claim can look at documents and call shared functions`() throws {
        let claim = Claim(name: "members", on: "read, update /chats/{c}/messages/{m}", holds: "isMember(c)")
        let attack = try attack(claim, on: Self.rules("true"), requests: 4000)
        #expect(attack.findings.isEmpty && attack.hasReachedAllowed)
        let open = AnalysisExample.rules(
            """
            function isMember(chat) {
              return request.auth.uid in get(/databases/$(database)/documents/chats/$(chat)).data.members;
            }
            match /chats/{chat}/messages/{message} { allow read: if request.auth != null || isMember(chat); }
            """)
        #expect(try !self.attack(claim, on: open).findings.isEmpty)
    }

    @Test func `a claim whose condition fails does not hold`() throws {
        let claim = Claim(
            name: "owned", on: "get /notes/{n}", holds: "resource.data.owner == request.auth.uid")
        let attack = try attack(claim, on: AnalysisExample.note("get", if: "true"))
        #expect(try #require(attack.findings.first).scenario.request.user == nil)
    }

    @Test(arguments: [
        ("update", "true", "on", "expected methods and a path"),
        ("/notes/{n}", "true", "on", "expected methods before the path"),
        ("change /notes/{n}", "true", "on", "there is no method change"),
        ("get /notes/{n", "true", "on", ""),
        ("get /notes/{n}", "request.auth.uid ==", "holds", ""),
        ("get /notes/{n}", "nothing()", "holds", "Invalid function name: nothing."),
        ("get /notes/{n}", "true; allow write: if true", "holds", "expected one condition"),
        ("get /notes/{n} { allow write; } match /a/{b}", "true", "on", "expected one path"),
    ])
    func `a claim that does not compile is refused`(
        _ on: String, _ holds: String, _ member: String, _ message: String
    ) throws {
        let rules = try AnalysedRules(AnalysisExample.note("get", if: "true"))
        let problem = #expect(throws: ClaimProblem.self) {
            try RulesAttack(Claim(name: "c", on: on, holds: holds), on: rules, seed: 1)
        }
        #expect(problem?.member == member)
        #expect(problem?.message.hasPrefix(message) == true, "\(problem?.message ?? "")")
    }
}
