import FirestoreRules
import RulesCore

/// Keeps the smallest sequence that breaks a claim, for each statement that allows its last request.
struct SequenceCollector: Sendable {
    /// So many sequences of one statement are made smaller, and so many are decided for one of them.
    private static let limit = (attempts: 3, steps: 4000)

    private let rules: AnalysedRules
    private let part: ClaimRules
    private let claim: Claim
    private var kept: [Int: (sequence: RequestSequence, attempts: Int)] = [:]
    /// The number of requests after which a statement had its first finding.
    private(set) var latestFinding: Int?

    init(_ part: ClaimRules, _ claim: Claim, on rules: AnalysedRules) {
        self.rules = rules
        self.part = part
        self.claim = claim
    }

    /// Makes a sequence smaller, and keeps it if it is the smallest for its statement.
    mutating func add(_ sequence: RequestSequence, at requests: Int) {
        guard let statement = statement(allowing: sequence.last) else { return }
        let known = kept[statement]
        if let known, known.attempts >= SequenceCollector.limit.attempts { return }
        func holds(_ sequence: RequestSequence) -> Bool {
            sequence.isPossible && part.isBroken(by: sequence.last)
                && sequence.earlier.allSatisfy { $0.isAllowed(by: rules.plan) }
                && self.statement(allowing: sequence.last) == statement
        }
        guard holds(sequence) else { return }
        let smallest = SequenceCollector.smallest(sequence, where: holds)
        if known == nil { latestFinding = requests }
        let isBetter = known.map { smallest.cost < $0.sequence.cost } ?? true
        kept[statement] = (isBetter ? smallest : known?.sequence ?? smallest, (known?.attempts ?? 0) + 1)
    }

    private func statement(allowing scenario: Scenario) -> Int? {
        ScenarioTrace(PreparedScenario(scenario), scenario.request, by: rules).allowing
    }

    private static func smallest(
        _ sequence: RequestSequence, where holds: (RequestSequence) -> Bool
    ) -> RequestSequence {
        var (best, remaining) = (sequence, limit.steps)
        while let smaller = step(from: best, &remaining, holds) { best = smaller }
        return best
    }

    private static func step(
        from sequence: RequestSequence, _ remaining: inout Int, _ holds: (RequestSequence) -> Bool
    ) -> RequestSequence? {
        let cost = sequence.cost
        for index in sequence.requests.indices {
            for scenario in SmallerScenarios.all(of: sequence.scenario(index)) {
                var smaller = sequence
                smaller.absorb(scenario, at: index)
                guard smaller.cost < cost else { continue }
                guard remaining > 0 else { return nil }
                remaining -= 1
                if holds(smaller) { return smaller }
            }
        }
        return nil
    }

    /// The findings in the order of the rules.
    var findings: [RulesFinding] {
        kept.sorted { $0.key < $1.key }.map { statement, kept in
            let prepared = PreparedScenario(kept.sequence.last)
            return RulesFinding(
                kind: .claimBroken, scenario: kept.sequence.last, earlier: kept.sequence.earlier,
                rule: RulePlace(
                    file: rules.source.name, line: rules.statements[statement].syntax.range.start.line),
                old: nil,
                new: prepared.explanation(prepared.traced(by: rules.traced), by: rules.traced, rules.source),
                claim: claim)
        }
    }
}
