import FirestoreRules
import RulesCore

/// A search for requests that rules allow although a claim does not hold for them.
package struct RulesAttack: Sendable {
    package let claim: Claim
    /// What a solver can be asked: whether the claim holds for all that the rules allow.
    package let proof: RulesProof
    private let scope: RulesPlan
    private var search: DifferenceSearch
    private var collector: FindingCollector

    /// - Throws: ``ClaimProblem`` for a claim that does not compile.
    package init(_ claim: Claim, on rules: AnalysedRules, seed: UInt64) throws(ClaimProblem) {
        let claimed = try ClaimRules(claim, for: rules)
        self.claim = claim
        proof = RulesProof(claimed, on: rules)
        scope = claimed.scope
        let both = [claimed.rules, rules]
        let goals = claimed.rules.statements.flatMap { statement in
            statement.methods.all.map { DifferenceSearch.Goal(side: .new, statement: statement, method: $0) }
        }
        search = DifferenceSearch(both, goals: goals, question: .claim, seed: seed)
        collector = FindingCollector(both, claim: claim)
    }

    /// Adds scenarios that the search looks at first, and goes on from.
    package mutating func sow(_ scenarios: [Scenario]) { search.sow(scenarios) }

    /// The requests that were decided so far.
    package var requests: Int { search.requests }

    /// The requests that the rules allow and for which the claim does not hold: the smallest for each statement.
    package var findings: [RulesFinding] { collector.findings }

    /// How many requests ago something was found for a statement for the first time; nil if nothing was found.
    package var requestsSinceFinding: Int? { collector.latestFinding.map { requests - $0 } }

    /// Whether any request was allowed that the claim is about; otherwise nothing has been tried.
    package var hasReachedAllowed: Bool { search.corpus.hasAllowed }

    /// Goes on for some dozens of requests.
    package mutating func advance() {
        for hit in search.advance() where hit.scenario.isAllowed(by: scope) {
            let scope = scope
            collector.add(hit, at: search.requests) { $0.isAllowed(by: scope) }
        }
    }

    /// The conditions of the rules that were seen, but not both true and false.
    package var openConditions: [OpenCondition] { OpenCondition.seen(in: search) }
}
