package import AnalysisCore
import RealtimeDatabaseModel
package import RealtimeDatabaseRules

/// A search for requests that rules of the Realtime Database allow although a claim does not hold for them.
///
/// Claims about the same requests are searched together: what the rules allow has to be found only once.
package struct DatabaseAttack: ClaimSearch {
    private struct Key: Hashable {
        let claim: Int
        /// The number of the rule that allows.
        let rule: Int
    }

    package let claims: [Claim]
    private let rules: AnalysedDatabaseRules
    private let parts: [DatabaseClaim]
    private var search: DatabaseSearch
    private var kept: SmallestDatabaseScenarios<Key>

    /// - Parameter claims: All about the same requests: their `on` is the same.
    /// - Throws: ``ClaimProblem`` for the first claim that does not compile.
    package init(_ claims: [Claim], on rules: DatabaseRuleset, seed: UInt64) throws(ClaimProblem) {
        var parts: [DatabaseClaim] = []
        for claim in claims { parts.append(try DatabaseClaim(claim)) }
        self.claims = claims
        self.parts = parts
        self.rules = AnalysedDatabaseRules(rules)
        let judge = DatabaseClaims(parts)
        search = DatabaseSearch(
            [judge, self.rules], goals: DatabaseAttack.goals(parts, rules), isClaim: true, seed: seed)
        kept = SmallestDatabaseScenarios([rules] + judge.rulesets)
    }

    /// The claims, and the rules that may allow what they are about.
    private static func goals(_ claims: [DatabaseClaim], _ rules: DatabaseRuleset) -> [DatabaseSearch.Goal] {
        guard let claim = claims.first else { return [] }
        let own = claims.map { DatabaseSearch.Goal(side: .old, statement: $0.holds.statements[0]) }
        let kind: RuleKind = claim.methods == [.read] ? .read : .write
        let granting = rules.statements.filter { statement in
            statement.kind == kind
                && zip(statement.path, claim.path).allSatisfy {
                    $0 == $1 || $0.hasPrefix("$") || $1.hasPrefix("$")
                }
        }
        return own + granting.map { DatabaseSearch.Goal(side: .new, statement: $0) }
    }

    package mutating func sow(_ scenarios: [DatabaseScenario]) { search.sow(scenarios) }

    package var requests: Int { search.requests }

    /// The requests that the rules allow and for which a claim does not hold: the smallest for each claim and rule.
    package var findings: [DatabaseFinding] {
        kept.all.sorted { ($0.key.claim, $0.key.rule) < ($1.key.claim, $1.key.rule) }.map { key, scenario in
            DatabaseFinding(
                kind: .claimBroken, scenario: scenario, rule: rules.place(of: key.rule), old: nil,
                new: rules.rules.explain(scenario.request), claim: claims[key.claim])
        }
    }

    package var requestsSinceFinding: Int? { kept.latest.map { requests - $0 } }

    package var hasReachedAllowed: Bool {
        search.corpus.allowed.contains { scenario in
            parts.contains { !$0.nodes(of: scenario).isEmpty } && scenario.isAllowed(by: rules.rules)
        }
    }

    package mutating func advance() {
        let rules = rules.rules
        for hit in search.advance() {
            for (index, part) in parts.enumerated() {
                guard let rule = DatabaseAttack.breaking(part, hit.scenario, rules) else { continue }
                kept.add(hit.scenario, for: Key(claim: index, rule: rule), at: search.requests) {
                    DatabaseAttack.breaking(part, $0, rules) == rule
                }
            }
        }
    }

    /// The rule that allows a request for which a claim does not hold; nil for any other request.
    private static func breaking(
        _ claim: DatabaseClaim, _ scenario: DatabaseScenario, _ rules: DatabaseRuleset
    ) -> Int? {
        let request = scenario.request
        guard claim.isBroken(by: scenario, request) else { return nil }
        let decision = rules.decide(request, isTraced: true)
        return decision.isAllowed ? decision.granting(0) : nil
    }

    /// The conditions of the rules that were seen, but not both true and false.
    package var openConditions: [OpenCondition] {
        rules.openConditions(search.corpus.seen[1]) { _ in true }.filter { $0.seen != nil }
    }
}
