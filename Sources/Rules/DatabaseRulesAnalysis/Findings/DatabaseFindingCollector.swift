import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore

/// Keeps the smallest scenario for each rule on which a difference depends.
struct DatabaseFindingCollector: Sendable {
    private struct Key: Hashable {
        let side: SearchSide
        let rule: DecidingRule
    }

    private let rules: [AnalysedDatabaseRules]
    private var kept: SmallestDatabaseScenarios<Key>

    /// - Parameter rules: The old rules, and the new ones.
    init(_ rules: [AnalysedDatabaseRules]) {
        self.rules = rules
        kept = SmallestDatabaseScenarios(rules.map(\.rules))
    }

    /// The number of requests after which a rule had its first finding.
    var latestFinding: Int? { kept.latest }

    /// Makes a scenario smaller, and keeps it if it is the smallest for its rule.
    mutating func add(
        _ hit: DatabaseSearch.Hit, at requests: Int,
        where isIncluded: (DatabaseScenario) -> Bool = { _ in true }
    ) {
        let allowing = rules[hit.allowedBy.rawValue].rules
        let denying = rules[hit.allowedBy.other.rawValue].rules
        guard let rule = DecidingRule(hit.scenario, allowedBy: allowing, deniedBy: denying) else { return }
        kept.add(hit.scenario, for: Key(side: hit.allowedBy, rule: rule), at: requests) { scenario in
            DecidingRule(scenario, allowedBy: allowing, deniedBy: denying) == rule && isIncluded(scenario)
        }
    }

    /// The findings in the order of the rules: what is allowed now first.
    var findings: [DatabaseFinding] {
        kept.all.sorted { left, right in
            let order = (left.key.side == .new ? 0 : 1, right.key.side == .new ? 0 : 1)
            if order.0 != order.1 { return order.0 < order.1 }
            return left.key.rule < right.key.rule
        }.map { finding(of: $0.key, $0.scenario) }
    }

    private func finding(of key: Key, _ scenario: DatabaseScenario) -> DatabaseFinding {
        let place = key.rule.isDenying ? key.side.other : key.side
        let request = scenario.request
        return DatabaseFinding(
            kind: key.side == .new ? .allowedNow : .deniedNow, scenario: scenario,
            rule: rules[place.rawValue].place(of: key.rule.number), old: rules[0].rules.explain(request),
            new: rules[1].rules.explain(request), claim: nil)
    }
}

extension AnalysedDatabaseRules {
    /// The place of a rule, by its number.
    func place(of rule: Int) -> RulePlace {
        RulePlace(file: source.name, line: statements[rule].line(in: rules))
    }
}
