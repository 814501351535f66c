package import AnalysisCore
package import RealtimeDatabaseRules
import RulesCore

/// A search for the requests that two sets of rules of the Realtime Database decide differently.
///
/// It advances in small steps, so that its user decides how long it takes. The same rules and seed give the same findings after as many
/// requests.
package struct DatabaseComparison: RequestSearch {
    /// The old rules, then the new ones.
    package let rules: [AnalysedDatabaseRules]
    private var search: DatabaseSearch
    private var collector: DatabaseFindingCollector

    package init(old: DatabaseRuleset, new: DatabaseRuleset, seed: UInt64) {
        rules = [AnalysedDatabaseRules(old), AnalysedDatabaseRules(new)]
        search = DatabaseSearch(rules, goals: DatabaseComparison.goals(rules), seed: seed)
        collector = DatabaseFindingCollector(rules)
    }

    /// The rules that only one of both has: without them, there is nothing to decide differently.
    private static func goals(_ rules: [AnalysedDatabaseRules]) -> [DatabaseSearch.Goal] {
        let texts = rules.map { rules in
            let fingerprint = RuleFingerprint(rules: rules.rules)
            return rules.statements.map { fingerprint.text(of: $0) }
        }
        return SearchSide.allCases.flatMap { side in
            let others = Set(texts[side.other.rawValue])
            return zip(rules[side.rawValue].statements, texts[side.rawValue]).filter { !others.contains($1) }
                .map { statement, _ in DatabaseSearch.Goal(side: side, statement: statement) }
        }
    }

    package mutating func sow(_ scenarios: [DatabaseScenario]) { search.sow(scenarios) }

    /// Whether both say the same but for their comments and their layout, so that there is nothing to search for.
    package var saysTheSame: Bool { search.goals.isEmpty }

    package var requests: Int { search.requests }

    /// What was found so far: for each rule and direction the smallest request, in the order of the rules.
    package var findings: [DatabaseFinding] { collector.findings }

    package var requestsSinceFinding: Int? { collector.latestFinding.map { requests - $0 } }

    package mutating func advance() {
        for hit in search.advance() { collector.add(hit, at: search.requests) }
    }

    /// The conditions of the changed rules that were not seen both true and false.
    package var openConditions: [OpenCondition] {
        SearchSide.allCases.flatMap { side in
            let ids = Set(search.goals.filter { $0.side == side }.map(\.statement.id))
            return rules[side.rawValue].openConditions(search.corpus.seen[side.rawValue]) {
                ids.contains($0.id)
            }
        }
    }
}

extension AnalysedDatabaseRules {
    /// The conditions of some rules that were not seen both true and false.
    ///
    /// - Parameter seen: The outcomes that were seen.
    func openConditions(_ seen: Set<Int>, of isWanted: (RuleStatement) -> Bool) -> [OpenCondition] {
        statements.filter(isWanted).flatMap { statement in
            statement.condition.tests.compactMap { test -> OpenCondition? in
                let number = number(of: test, in: statement)
                let (wasFalse, wasTrue) = (seen.contains(2 * number), seen.contains(2 * number + 1))
                if wasFalse && wasTrue { return nil }
                let line = statement.range(of: test, in: rules.lines).start.line
                return OpenCondition(
                    place: RulePlace(file: source.name, line: line), text: statement.text(of: test),
                    seen: wasTrue ? true : wasFalse ? false : nil)
            }
        }
    }
}
