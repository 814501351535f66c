import AnalysisCore
import RulesTesting
import Testing

@Suite("Files of claims")
struct ClaimsFileTests {
    @Test func `claims have a name, a scope, an exception and a condition`() throws {
        let file = try ClaimsFile(
            """
            rules: firestore.rules
            claims:
              - name: only the owner
                on: update /notes/{note}
                unless: request.auth.token.admin == true
                holds: resource.data.owner == request.auth.uid
              - {on: "delete /notes/{note}", holds: false}
            """, file: "claims.yaml")
        #expect(file.rules == "firestore.rules")
        #expect(
            file.claims == [
                Claim(
                    name: "only the owner", on: "update /notes/{note}",
                    unless: "request.auth.token.admin == true",
                    holds: "resource.data.owner == request.auth.uid"),
                Claim(name: "false", on: "delete /notes/{note}", holds: "false"),
            ])
        let problem = file.problem(ClaimProblem(member: "on", message: "there is no method x"), of: 1)
        #expect(problem.description == "claims.yaml:7: claims[1].on: there is no method x")
    }

    @Test(arguments: [
        ("rules: a", "claims.yaml:1: a file of claims needs \"claims\": a list of what must hold"),
        ("claims: []", "claims.yaml:1: claims: there are no claims"),
        ("claims: [{on: get /a/{b}}]", ""),
        (
            "claims: [{on: \"get /a/{b}\"}]",
            "claims.yaml:1: claims[0]: a claim needs \"on\", the methods and the path, and \"holds\", a condition"
        ),
        (
            "claims: [{on: a, holds: b, when: c}]",
            "claims.yaml:1: claims[0].when: a claim has no \"when\"; it may have: name, on, after, unless, holds"
        ),
        (
            "claims: [{on: a, holds: b}, {on: c, holds: b}]",
            "claims.yaml:1: claims[1]: there are two claims with the name \"b\""
        ),
        ("claims: [{on: a, holds: [b]}]", "claims.yaml:1: claims[0].holds: expected a text, found a list"),
    ])
    func `a mistake is reported with its place`(_ text: String, _ message: String) {
        let problem = #expect(throws: SuiteProblem.self) { try ClaimsFile(text, file: "claims.yaml") }
        if !message.isEmpty { #expect(problem?.description == message) }
    }
}
