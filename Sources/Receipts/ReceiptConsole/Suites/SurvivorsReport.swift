import AnalysisCore
import DatabaseRulesAnalysis
import JSONText
import RulesAnalysis
import RulesCore
import RulesTesting

/// The changes of rules that no case of their suites notices, for a page.
struct SurvivorsReport: Sendable {
    /// A page shows no more of them.
    private static let limit = 200

    let report: MutationReport

    /// Those that a page shows.
    var survivors: some Collection<MutationReport.Survivor> { report.open.prefix(Self.limit) }

    var json: [UInt8] {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member("killed") { $0.integer(report.killed) }
            writer.member("score") { $0.string(CoverageText.percent(report.score)) }
            writer.member("count") { $0.integer(report.open.count) }
            writer.member("survivors") { writer in
                writer.array(survivors) { writer, survivor in
                    let mutant = survivor.result.mutant
                    writer.object { writer in
                        writer.member("id") { $0.string(mutant.id) }
                        writer.member("family") { $0.string(mutant.family) }
                        writer.member("line") { $0.integer(mutant.line) }
                        writer.member("isReached") { $0.boolean(survivor.result.fate != .notReached) }
                        writer.member("diff") { $0.string(mutant.diff) }
                    }
                }
            }
        }
        return writer.bytes
    }
}

/// A request that tells rules from a change of them: the case that a suite lacks.
struct SurvivorCase: Encodable, Sendable {
    /// How long somebody waits for it.
    private static let patience = Duration.seconds(5)

    let name: String
    /// The case in YAML, as an element of a suite's list. It expects what the rules without the change decide.
    let text: String

    /// Searches for it; nil if none was found in time.
    static func find(in rules: SourceFile, changed: SourceFile) async throws -> SurvivorCase? {
        // The finding expects what the second rules decide.
        switch (try TestedRules(changed), try TestedRules(rules)) {
        case (.firestore(let old), .firestore(let new)):
            let comparison = try RulesComparison(old: old, new: new, seed: 1)
            return comparison.saysTheSame ? nil : try await find(by: comparison)
        case (.database(let old), .database(let new)):
            let comparison = DatabaseComparison(old: old, new: new, seed: 1)
            return comparison.saysTheSame ? nil : try await find(by: comparison)
        case _: return nil
        }
    }

    private static func find(by comparison: some RequestSearch) async throws -> SurvivorCase? {
        var comparison = comparison
        let clock = ContinuousClock()
        let end = clock.now + patience
        while comparison.findings.isEmpty, clock.now < end {
            comparison.advance()
            await Task.yield()
            try Task.checkCancellation()
        }
        guard let finding = comparison.findings.first else { return nil }
        let isAllowed = finding.new.isAllowed
        let name = "\(isAllowed ? "allowed" : "denied"): \(finding.scenario.sentence)"
        return SurvivorCase(
            name: name,
            text: SuiteText.lines(of: finding.scenario.suiteCase(name, isAllowed: isAllowed)))
    }
}
