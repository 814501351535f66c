package import FirestoreRules
package import RulesCore

/// A search for the requests that two sets of rules decide differently.
///
/// It advances in small steps, so that its user decides how long it takes. The same rules and seed give the same findings after as many
/// requests.
package struct RulesComparison: RequestSearch {
    /// The old rules, then the new ones.
    package let rules: [AnalysedRules]
    private let seed: UInt64
    private var search: DifferenceSearch
    private var collector: FindingCollector

    /// - Throws: ``RulesRefusal`` if rules cannot be used.
    package init(old: Ruleset, new: Ruleset, seed: UInt64) throws(RulesRefusal) {
        let rules = [try AnalysedRules(old), try AnalysedRules(new)]
        self.rules = rules
        self.seed = seed
        search = DifferenceSearch(
            rules, goals: RulesComparison.goals(rules), question: .comparison, seed: seed)
        collector = FindingCollector(rules)
    }

    /// The statements that only one of the rules has: without them, there is nothing to decide differently.
    private static func goals(_ rules: [AnalysedRules]) -> [DifferenceSearch.Goal] {
        let texts = rules.map { rules in
            let fingerprint = StatementFingerprint(rules)
            return rules.statements.map { fingerprint.text(of: $0) }
        }
        return DifferenceSearch.Side.allCases.flatMap { side in
            let others = Set(texts[side.other.rawValue])
            return zip(rules[side.rawValue].statements, texts[side.rawValue]).filter { !others.contains($1) }
                .flatMap { statement, _ in
                    statement.methods.all.map { method in
                        DifferenceSearch.Goal(side: side, statement: statement, method: method)
                    }
                }
        }
    }

    /// What a solver can be asked, so that there is less to search for; nil for rules that it can't compare.
    package var proof: RulesProof? { RulesProof(old: rules[0], new: rules[1]) }

    /// Leaves out what is proven. To be called before the search begins.
    package mutating func leaveOut(_ proven: [ProofObligation]) {
        let goals = search.goals.filter { goal in
            !proven.contains {
                $0.side == goal.side && $0.statement == goal.statement.syntax.range
                    && $0.method == goal.method
            }
        }
        search = DifferenceSearch(rules, goals: goals, question: .comparison, seed: seed)
    }

    package mutating func sow(_ scenarios: [Scenario]) { search.sow(scenarios) }

    /// Whether both say the same but for their comments and their layout, so that there is nothing to search for.
    package var saysTheSame: Bool { search.goals.isEmpty }

    package var requests: Int { search.requests }

    /// What was found so far: for each statement and direction the smallest request, in the order of the rules.
    package var findings: [RulesFinding] { collector.findings }

    package var requestsSinceFinding: Int? { collector.latestFinding.map { requests - $0 } }

    package mutating func advance() {
        for hit in search.advance() { collector.add(hit, at: search.requests) }
    }

    /// The conditions of the changed statements that were not seen both true and false.
    package var openConditions: [OpenCondition] { OpenCondition.all(in: search) }
}

extension RulesMethodSet {
    /// The methods in the set.
    var all: [RulesMethod] { RulesMethod.allCases.filter { contains(RulesMethodSet($0)) } }
}
