import AnalysisCore
import DatabaseRulesAnalysis
import RealtimeDatabaseRules
import Testing

@Suite("Claims about rules of the Realtime Database")
struct DatabaseAttackTests {
    private static let rules = #"""
        "rooms": {
          "$room": {
            ".read": "root.child('rooms').child($room).child('members').child(auth.uid).val() === true",
            "members": {"$user": {".write": "auth.token.admin === true"}},
            "messages": {
              "$message": {
                ".write": "auth != null && (!data.exists() || data.child('from').val() === auth.uid)",
                ".validate": "newData.hasChildren(['from', 'text'])",
                "from": {".validate": "newData.val() === auth.uid"},
                "text": {".validate": "newData.isString() && newData.val().length <= 100"}
              }
            }
          }
        }
        """#

    private func attack(
        _ on: String, _ holds: String, unless: String? = nil, requests: Int = 20_000
    ) throws -> DatabaseAttack {
        let claim = Claim(name: "the claim", on: on, unless: unless, holds: holds)
        var attack = try DatabaseAttack([claim], on: try DatabaseExample.rules(Self.rules), seed: 1)
        while attack.requests < requests, attack.requestsSinceFinding.map({ $0 < 1000 }) ?? true {
            attack.advance()
        }
        return attack
    }

    @Test(arguments: [
        ("create /rooms/$room/messages/$message", "newData.child('from').val() === auth.uid"),
        (
            "read /rooms/$room/messages/$message",
            "root.child('rooms').child($room).child('members').child(auth.uid).exists()"
        ),
        ("write /rooms/$room/members/$user", "auth.token.admin === true"),
        ("update /rooms/$room/messages/$message/text", "newData.val().length <= 100"),
        ("delete /rooms/$room/messages/$message", "data.child('from').val() === auth.uid"),
    ])
    func `a claim that the rules keep is not broken`(_ on: String, _ holds: String) throws {
        let attack = try attack(on, holds, requests: 6000)
        #expect(attack.findings.map(\.sentence) == [])
        #expect(attack.hasReachedAllowed)
    }

    @Test func `a sent message that can be changed is found`() throws {
        let finding = try #require(
            attack(
                "update /rooms/$room/messages/$message",
                "newData.child('text').val() === data.child('text').val()"
            ).findings.first)
        #expect(finding.kind == .claimBroken)
        #expect(finding.scenario.isAllowed(by: try DatabaseExample.rules(Self.rules)))
        #expect(finding.rule.line > 1)
    }

    @Test func `a write of a part is a change of the whole, which need not be valid after a delete`() throws {
        let findings = try attack(
            "write /rooms/$room/messages/$message", "newData.hasChildren(['from', 'text'])",
            unless: "!newData.exists()"
        ).findings
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { $0.sentence.contains("deletes rooms/") })
    }

    @Test func `what is said to be kept by others does not count where an exception holds`() throws {
        let attack = try attack(
            "update /rooms/$room/messages/$message", "false", unless: "data.child('from').val() === auth.uid",
            requests: 6000)
        #expect(attack.findings.map(\.sentence) == [])
    }

    @Test func `a claim about what nothing allows is about nothing`() throws {
        let attack = try attack("create /other/$x", "false", requests: 2000)
        #expect(attack.findings.isEmpty)
        #expect(!attack.hasReachedAllowed)
    }

    @Test(arguments: [
        ("/a", "true", "on"), ("write", "true", "on"), ("list /a", "true", "on"),
        ("read, delete /a", "true", "on"),
        ("write /a/[x]", "true", "on"), ("write /a", "newData", "holds"),
        ("read /a", "newData.exists()", "holds"),
        ("write /a/$b", "$c === 'x'", "holds"),
    ])
    func `a claim that does not compile says where`(_ on: String, _ holds: String, _ member: String) throws {
        let problem = #expect(throws: ClaimProblem.self) { try attack(on, holds) }
        #expect(problem?.member == member)
    }
}
