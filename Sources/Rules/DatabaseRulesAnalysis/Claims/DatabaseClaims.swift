import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Claims about the same requests, as what allows the requests that all of them hold for.
struct DatabaseClaims: DatabaseJudge {
    let claims: [DatabaseClaim]
    let rulesets: [DatabaseRuleset]
    /// The number of the first expression of each condition.
    private let bases: [Int]

    init(_ claims: [DatabaseClaim]) {
        self.claims = claims
        rulesets = claims.flatMap { [$0.holds] + ($0.unless.map { [$0] } ?? []) }
        var (bases, next) = ([Int](), 0)
        for ruleset in rulesets {
            bases.append(next)
            next += (ruleset.statements.first?.expressionCount ?? 0) + 1
        }
        self.bases = bases
    }

    func isAllowed(_ scenario: DatabaseScenario, _ request: DatabaseRequest) -> Bool {
        !claims.contains { $0.isBroken(by: scenario, request) }
    }

    func trace(_ scenario: DatabaseScenario) -> RulesTrace {
        let request = scenario.request
        var (attempts, number, isAllowed) = ([RulesTrace.Attempt](), 0, true)
        for claim in claims {
            let nodes = claim.nodes(of: scenario)
            let conditions = [claim.holds] + (claim.unless.map { [$0] } ?? [])
            for node in nodes {
                let own = conditions.enumerated().map { index, rules in
                    RulesTrace.Attempt(rules, at: node, request, number: number + index)
                }
                attempts += own
                if !own.contains(where: \.holds) { isAllowed = false }
            }
            number += conditions.count
        }
        return RulesTrace(attempts, isAllowed: isAllowed, by: rulesets[0], request)
    }

    func forEachOutcome(of trace: RulesTrace, _ body: (Int) -> Void) {
        for attempt in trace.attempts {
            let base = bases[attempt.operation]
            for (id, outcome) in attempt.trace.enumerated() {
                if let truth = outcome?.truth { body(2 * (base + id) + (truth ? 1 : 0)) }
            }
            body(2 * (base + attempt.trace.count) + (attempt.holds ? 1 : 0))
        }
    }
}

extension DatabaseClaim {
    /// Whether the claim is about a request and does not hold for it. A condition that fails is not true.
    func isBroken(by scenario: DatabaseScenario, _ request: DatabaseRequest) -> Bool {
        nodes(of: scenario).contains { node in
            ![holds, unless].compactMap(\.self).contains { rules in
                RulesTrace.Attempt(rules, at: node, request, number: 0).holds
            }
        }
    }
}

extension RulesTrace.Attempt {
    /// The only condition of a claim for a node.
    fileprivate init(_ rules: DatabaseRuleset, at node: DatabasePath, _ request: DatabaseRequest, number: Int)
    {
        let (outcome, trace) = RuleInspector(rules, request).inspect(0, at: node)
        self.init(
            statement: rules.statements[0], operation: number, path: node, outcome: outcome, trace: trace)
    }
}
