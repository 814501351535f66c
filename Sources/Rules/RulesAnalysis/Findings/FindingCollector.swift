import FirestoreRules
import RulesCore

/// Keeps the smallest scenario for each statement that allows what the other rules deny.
struct FindingCollector: Sendable {
    /// So many scenarios of one statement are made smaller.
    private static let attempts = 4

    private struct Key: Hashable {
        let side: DifferenceSearch.Side
        let statement: Int
    }

    private struct Kept {
        var scenario: Scenario
        var cost: Int
        var attempts = 1
    }

    private let rules: [AnalysedRules]
    private let claim: Claim?
    private var kept: [Key: Kept] = [:]
    /// The number of requests after which a statement had its first finding.
    private(set) var latestFinding: Int?

    /// - Parameters:
    ///   - rules: The old rules, or the claim, and the new ones.
    ///   - claim: The claim that findings break.
    init(_ rules: [AnalysedRules], claim: Claim? = nil) {
        self.rules = rules
        self.claim = claim
    }

    /// Makes a scenario smaller, and keeps it if it is the smallest for its statement.
    ///
    /// - Parameter isInScope: What else must hold for a smaller one.
    mutating func add(
        _ hit: DifferenceSearch.Hit, at requests: Int, where isInScope: (Scenario) -> Bool = { _ in true }
    ) {
        let key = Key(side: hit.allowedBy, statement: hit.statement)
        if let known = kept[key], known.attempts >= FindingCollector.attempts { return }
        let (allowing, denying) = (rules[key.side.rawValue], rules[key.side.other.rawValue])
        func holds(_ scenario: Scenario) -> Bool {
            let prepared = PreparedScenario(scenario)
            guard prepared.isAllowed(by: allowing.plan), !prepared.isAllowed(by: denying.plan),
                isInScope(scenario)
            else { return false }
            return ScenarioTrace(prepared, scenario.request, by: allowing).allowing == key.statement
        }
        guard holds(hit.scenario) else { return }
        let smallest = Shrinker.smallest(hit.scenario, where: holds)
        let cost = ScenarioCost.of(smallest)
        guard var known = kept[key] else {
            kept[key] = Kept(scenario: smallest, cost: cost)
            latestFinding = requests
            return
        }
        known.attempts += 1
        if cost < known.cost { (known.scenario, known.cost) = (smallest, cost) }
        kept[key] = known
    }

    /// The findings in the order of the rules: what is allowed now first.
    var findings: [RulesFinding] {
        kept.sorted { left, right in
            (left.key.side == .new ? 0 : 1, left.key.statement)
                < (right.key.side == .new ? 0 : 1, right.key.statement)
        }.map { finding(of: $0.key, $0.value.scenario) }
    }

    private func finding(of key: Key, _ scenario: Scenario) -> RulesFinding {
        let prepared = PreparedScenario(scenario)
        let explanations = rules.map { rules in
            prepared.explanation(prepared.traced(by: rules.traced), by: rules.traced, rules.source)
        }
        let source = rules[key.side.rawValue]
        let line = source.statements[key.statement].syntax.range.start.line
        return RulesFinding(
            kind: claim != nil ? .claimBroken : key.side == .new ? .allowedNow : .deniedNow,
            scenario: scenario, rule: RulePlace(file: source.source.name, line: line),
            old: claim == nil ? explanations[0] : nil, new: explanations[1], claim: claim)
    }
}
