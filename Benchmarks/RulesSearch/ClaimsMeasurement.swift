import FirestoreRules
import Foundation
import RulesAnalysis
import RulesCore
import RulesTesting

/// Looks for mutants that allow more by what rules promise alone, without a suite.
struct ClaimsMeasurement {
    let claims: ClaimsFile
    /// How long to search for one mutant.
    let limit: Duration
    let every: Int
    let only: String?
    let known: KnownEquivalents

    /// Prints which mutants allow more, and which of them break no claim.
    func measure(_ path: String) throws {
        let rules = Ruleset(
            SourceFile(name: path, content: try String(contentsOfFile: path, encoding: .utf8)))
        let mutants = RulesChange.mutants(of: rules, known: known, only: only).enumerated()
            .filter { $0.offset.isMultiple(of: every) && $0.element.rules.isUsable && !$0.element.isKnown }
        var (times, missed) = ([Duration](), [String]())
        var searching = Duration.zero
        for (_, mutant) in mutants where try allowsMore(mutant.rules, than: rules) {
            let clock = ContinuousClock()
            let start = clock.now
            let isBroken = try breaksClaim(mutant.rules)
            let elapsed = clock.now - start
            searching += elapsed
            if isBroken { times.append(elapsed) } else { missed.append(mutant.text) }
        }
        for text in missed { print("breaks no claim: \(text)") }
        let count = times.count + missed.count
        let share = count == 0 ? 100 : (Double(times.count * 1000) / Double(count)).rounded() / 10
        let sorted = times.sorted()
        func at(_ percent: Int) -> String {
            sorted.isEmpty ? "-" : "\(Int(sorted[(sorted.count - 1) * percent / 100] / .milliseconds(1)))"
        }
        print(
            "\(path): \(mutants.count) mutants, \(count) allow more, of which \(times.count) break a claim: \(share) %; "
                + "median \(at(50)) ms, 95 % \(at(95)) ms, most \(at(100)) ms; all together \(Int(searching / .seconds(1))) s"
        )
    }

    private func allowsMore(_ mutant: Ruleset, than rules: Ruleset) throws -> Bool {
        var comparison = try RulesComparison(old: rules, new: mutant, seed: 1)
        if comparison.saysTheSame { return false }
        let clock = ContinuousClock()
        let end = clock.now + min(limit, .seconds(1))
        while clock.now < end {
            comparison.advance()
            if comparison.requestsSinceFinding == nil { continue }
            if comparison.findings.contains(where: { $0.kind == .allowedNow }) { return true }
        }
        return false
    }

    /// Advances the searches for all claims in turn, as nobody says which one is broken. Each claim has its share.
    private func breaksClaim(_ mutant: Ruleset) throws -> Bool {
        let analysed = try AnalysedRules(mutant)
        var attacks = try claims.claims.byRequest.map { try RulesAttack($0, on: analysed, seed: 1) }
        let clock = ContinuousClock()
        let end = clock.now + limit
        while clock.now < end {
            for index in attacks.indices {
                for _ in attacks[index].claims { attacks[index].advance() }
                if attacks[index].requestsSinceFinding != nil { return true }
            }
        }
        return false
    }
}
