import FirestoreRules
import Foundation
import RulesAnalysis
import RulesCore
import RulesSolver
import RulesTesting

/// Searches for a request that shows each change of a rules file.
struct SearchMeasurement {
    /// A changed rules file.
    private struct Change {
        let family: String
        let text: String
        let rules: Ruleset
        let isKnown: Bool
    }

    let limit: Duration
    let every: Int
    let only: String?
    let known: KnownEquivalents
    let proves: Bool
    let suites: SuiteFolder?

    /// - Returns: nil for rules that cannot be used.
    func measure(_ path: String) async throws -> SearchTally? {
        let content = try String(contentsOfFile: path, encoding: .utf8)
        let rules = Ruleset(SourceFile(name: path, content: content))
        guard rules.isUsable else { return nil }
        let solver = proves ? await RulesSolver.installed() : nil
        var tally = SearchTally()
        for change in changes(of: rules) where change.rules.isUsable {
            var comparison = try RulesComparison(old: rules, new: change.rules, seed: 1)
            if comparison.saysTheSame {
                tally.known += 1
                continue
            }
            let clock = ContinuousClock()
            let start = clock.now
            while comparison.requestsSinceFinding == nil, clock.now - start < limit { comparison.advance() }
            let elapsed = clock.now - start
            tally.requests += comparison.requests
            tally.searching += elapsed
            if comparison.requestsSinceFinding != nil {
                tally.families[change.family, default: .init()].found += 1
                tally.times.append(elapsed)
                try suites?.write(comparison.findings, rules, change.rules)
            } else if change.isKnown {
                tally.known += 1
            } else if let solver, try await isProven(rules, change.rules, solver) {
                tally.proven += 1
            } else {
                let open = comparison.openConditions.map {
                    "open: \($0.place.line): \($0.text) was \($0.seen.map { "\($0)" } ?? "nothing")\n"
                }
                tally.miss(change.family, open.joined() + change.text)
            }
        }
        return tally
    }

    private func changes(of rules: Ruleset) -> [Change] {
        let mutants = MutantGenerator.candidates(of: rules).filter { only == nil || $0.id == only }.map {
            mutant in
            Change(
                family: mutant.family, text: "\(mutant.line): \(mutant.family) \(mutant.id)\n\(mutant.diff)",
                rules: Ruleset(mutant.source), isKnown: known.entry(for: mutant) != nil)
        }
        let weaker = (only == nil ? WeakerRules(rules).all : []).map { weaker in
            Change(
                family: weaker.family,
                text: "\(weaker.line): \(weaker.family): \(weaker.old) -> \(weaker.new)",
                rules: Ruleset(weaker.source), isKnown: false)
        }
        return (mutants + weaker).enumerated().filter { $0.offset.isMultiple(of: every) }.map(\.element)
    }

    private func isProven(_ old: Ruleset, _ new: Ruleset, _ solver: RulesSolver) async throws -> Bool {
        guard let proof = RulesProof(old: try AnalysedRules(old), new: try AnalysedRules(new)) else {
            return false
        }
        for obligation in proof.obligations {
            let verdict = try? await solver.verdict(on: obligation, within: .seconds(5))
            guard verdict == .proven else { return false }
        }
        return true
    }
}
