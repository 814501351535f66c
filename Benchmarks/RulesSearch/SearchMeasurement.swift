import FirestoreRules
import Foundation
import RulesAnalysis
import RulesCore
import RulesSolver
import RulesTesting

/// Searches for a request that shows each change of a rules file.
struct SearchMeasurement {
    /// How long to search before a solver is asked.
    private static let first = Duration.seconds(1)

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
            var elapsed = search(&comparison, for: min(limit, SearchMeasurement.first))
            var isProven = false
            if comparison.requestsSinceFinding == nil, !change.isKnown {
                if let solver { isProven = try await prove(rules, change.rules, solver, &comparison) }
                if !isProven { elapsed += search(&comparison, for: limit - elapsed) }
            }
            tally.requests += comparison.requests
            tally.searching += elapsed
            if comparison.requestsSinceFinding != nil {
                tally.families[change.family, default: .init()].found += 1
                tally.times.append(elapsed)
                try suites?.write(comparison.findings, rules, change.rules)
            } else if change.isKnown {
                tally.known += 1
            } else if isProven {
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

    private func changes(of rules: Ruleset) -> [RulesChange] {
        let mutants = RulesChange.mutants(of: rules, known: known, only: only)
        let all = mutants + (only == nil ? RulesChange.weaker(rules) : [])
        return all.enumerated().filter { $0.offset.isMultiple(of: every) }.map(\.element)
    }

    /// Searches until something is found.
    ///
    /// - Returns: How long it took.
    private func search(_ comparison: inout RulesComparison, for limit: Duration) -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        while comparison.requestsSinceFinding == nil, clock.now - start < limit { comparison.advance() }
        return clock.now - start
    }

    /// Asks a solver whether a change changes nothing, and sows the counterexamples that it imagines.
    private func prove(
        _ old: Ruleset, _ new: Ruleset, _ solver: RulesSolver, _ comparison: inout RulesComparison
    ) async throws -> Bool {
        guard let proof = RulesProof(old: try AnalysedRules(old), new: try AnalysedRules(new)) else {
            return false
        }
        var isProven = true
        for obligation in proof.obligations {
            let verdict = try? await solver.verdict(on: obligation, within: .seconds(5))
            if verdict == .proven { continue }
            isProven = false
            if verdict == .open,
                let scenario = try? await solver.counterexample(to: obligation, within: .seconds(5))
            {
                comparison.sow([scenario])
            }
        }
        return isProven
    }
}
