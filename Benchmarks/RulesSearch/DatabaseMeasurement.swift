import AnalysisCore
import DatabaseRulesAnalysis
import Foundation
import RealtimeDatabaseRules
import RulesTesting

/// Searches for a request that shows each change of a rules file of the Realtime Database.
struct DatabaseMeasurement {
    let limit: Duration
    let every: Int
    let only: String?
    let known: KnownEquivalents

    /// - Returns: nil for rules that cannot be used.
    func measure(_ path: String) throws -> SearchTally? {
        let content = try String(contentsOfFile: path, encoding: .utf8)
        guard let rules = try? DatabaseRuleset(content, name: path) else { return nil }
        var tally = SearchTally()
        let mutants = DatabaseMutantGenerator.candidates(of: rules).filter { only == nil || $0.id == only }
        for (index, mutant) in mutants.enumerated() where index.isMultiple(of: every) {
            guard let changed = try? DatabaseRuleset(mutant.source.content, name: path) else { continue }
            measure(mutant, from: rules, to: changed, &tally)
        }
        return tally
    }

    private func measure(
        _ mutant: Mutant, from rules: DatabaseRuleset, to changed: DatabaseRuleset, _ tally: inout SearchTally
    ) {
        var comparison = DatabaseComparison(old: rules, new: changed, seed: 1)
        if comparison.saysTheSame || known.entry(for: mutant) != nil {
            tally.known += 1
            return
        }
        let clock = ContinuousClock()
        let start = clock.now
        while comparison.requestsSinceFinding == nil, clock.now - start < limit { comparison.advance() }
        let elapsed = clock.now - start
        tally.requests += comparison.requests
        tally.searching += elapsed
        if comparison.requestsSinceFinding != nil {
            tally.families[mutant.family, default: .init()].found += 1
            tally.times.append(elapsed)
            return
        }
        let open = comparison.openConditions.map {
            "open: \($0.place.line): \($0.text) was \($0.seen.map { "\($0)" } ?? "nothing")\n"
        }
        tally.miss(
            mutant.family,
            open.joined() + "\(mutant.line): \(mutant.family) \(mutant.id)\n\(mutant.diff)")
    }
}
