import FirestoreRules
import RulesCore

/// A search for requests that rules allow although a claim does not hold for them.
///
/// Claims about the same requests are searched together: what the rules allow has to be found only once.
package struct RulesAttack: ClaimSearch {
    package let claims: [Claim]
    /// What a solver can be asked of each claim: whether it holds for all that the rules allow.
    package var proofs: [RulesProof] { parts.map { RulesProof($0, on: rules) } }
    private let rules: AnalysedRules
    private let parts: [ClaimRules]
    private var search: DifferenceSearch
    private var collectors: [FindingCollector]
    /// For claims about the last of several requests.
    private var sequences: SequenceSearch?
    private var sequenceCollectors: [SequenceCollector]

    /// - Parameter claims: All about the same requests: their `on` and `after` are the same.
    /// - Throws: ``ClaimProblem`` for the first claim that does not compile.
    package init(_ claims: [Claim], on rules: AnalysedRules, seed: UInt64) throws(ClaimProblem) {
        var parts: [ClaimRules] = []
        for claim in claims { parts.append(try ClaimRules(claim, for: rules)) }
        self.claims = claims
        self.parts = parts
        self.rules = rules
        let all = ClaimRules.all(parts, like: rules)
        let goals = all.statements.flatMap { statement in
            statement.methods.all.map { DifferenceSearch.Goal(side: .new, statement: statement, method: $0) }
        }
        search = DifferenceSearch([all, rules], goals: goals, question: .claim, seed: seed)
        collectors = zip(parts, claims).map { FindingCollector([$0.rules, rules], claim: $1) }
        var steps: [SequenceStep] = []
        for step in claims.first?.after ?? [] { steps.append(try SequenceStep(step)) }
        sequences = steps.isEmpty ? nil : SequenceSearch(all, after: steps, on: rules, seed: seed)
        sequenceCollectors = zip(parts, claims).map { SequenceCollector($0, $1, on: rules) }
    }

    package init(_ claim: Claim, on rules: AnalysedRules, seed: UInt64) throws(ClaimProblem) {
        try self.init([claim], on: rules, seed: seed)
    }

    package mutating func sow(_ scenarios: [Scenario]) { search.sow(scenarios) }

    package var requests: Int { sequences?.requests ?? search.requests }

    /// The requests that the rules allow and for which a claim does not hold: the smallest for each claim and statement.
    package var findings: [RulesFinding] {
        collectors.flatMap(\.findings) + sequenceCollectors.flatMap(\.findings)
    }

    package var requestsSinceFinding: Int? {
        (collectors.compactMap(\.latestFinding) + sequenceCollectors.compactMap(\.latestFinding)).max()
            .map { requests - $0 }
    }

    package var hasReachedAllowed: Bool { sequences?.hasReachedAllowed ?? search.corpus.hasAllowed }

    package mutating func advance() {
        if sequences != nil {
            if let sequence = sequences?.advance() {
                for index in parts.indices { sequenceCollectors[index].add(sequence, at: requests) }
            }
            return
        }
        for hit in search.advance() {
            for (index, part) in parts.enumerated() where part.isBroken(by: hit.scenario) {
                collectors[index].add(hit, at: search.requests) { $0.isAllowed(by: part.scope) }
            }
        }
    }

    /// The conditions of the rules that were seen, but not both true and false.
    package var openConditions: [OpenCondition] { OpenCondition.seen(in: search) }
}
