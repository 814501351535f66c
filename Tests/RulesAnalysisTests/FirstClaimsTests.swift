import FirestoreRules
import RulesAnalysis
import Testing

@Suite("First claims about rules")
struct FirstClaimsTests {
    private func claims(_ body: String) throws -> FirstClaims {
        var allowed = AllowedRequests(try AnalysedRules(AnalysisExample.rules(body)), seed: 1)
        while allowed.requests < 5000 { allowed.advance() }
        return FirstClaims(try AccessSearch(allowed).table())
    }

    @Test func `what nobody was found to do becomes a claim`() throws {
        let claims = try claims(
            """
            match /a/{x} {
              allow read: if request.auth.uid == resource.data.owner;
              allow update: if request.auth.uid == resource.data.owner
                && request.resource.data.owner == resource.data.owner;
              allow delete: if false;
            }
            """
        ).claims
        #expect(
            claims.map(\.on) == ["get, list, update /a/{x}", "delete /a/{x}", "update /a/{x}"])
        #expect(claims.map(\.name).last == "an update of a/{x} does not change owner")
        #expect(claims[1].holds == "false")
    }

    @Test func `what anyone may do does not`() throws {
        #expect(try claims("match /a/{x} { allow get: if true; }").claims.isEmpty)
        #expect(try claims("match /{any=**} { allow get: if request.auth != null; }").claims.isEmpty)
    }

    @Test func `each claim holds for the rules that it was made from`() throws {
        let rules = try AnalysedRules(
            AnalysisExample.rules(
                """
                match /a/{x} {
                  allow get: if request.auth.uid == x;
                  allow update: if request.auth.uid == x && request.resource.data.n == resource.data.n;
                }
                """))
        var allowed = AllowedRequests(rules, seed: 1)
        while allowed.requests < 5000 { allowed.advance() }
        let claims = FirstClaims(try AccessSearch(allowed).table()).claims
        #expect(claims.count == 2)
        for claim in claims {
            var attack = try RulesAttack(claim, on: rules, seed: 2)
            while attack.requests < 3000 { attack.advance() }
            #expect(attack.findings.isEmpty, "\(claim.name)")
        }
    }
}
