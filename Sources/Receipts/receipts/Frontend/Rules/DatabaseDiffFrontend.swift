import DatabaseRulesAnalysis
import RealtimeDatabaseRules
import RulesCore

/// Compares two versions of rules of the Realtime Database by what they allow.
struct DatabaseDiffFrontend {
    let command: RulesDiffCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let search = RulesSearch(options: command.search, context: context)
        try search.refuseProofFile()
        let old = try await RulesSearch.databaseRules(command.old, in: context)
        let new = try await RulesSearch.databaseRules(command.new, in: context)
        var comparison = DatabaseComparison(old: old, new: new, seed: command.search.seed)
        if comparison.saysTheSame {
            context.console.err("no difference: both say the same")
            return .done
        }
        let seeds = DatabaseSearchSeeds(options: command.search, context: context)
        comparison.sow(try await seeds.scenarios(new))
        let clock = ContinuousClock()
        let start = clock.now
        try await context.showing(search.progressLine()) { progress in
            while search.goesOn(
                requests: comparison.requests, sinceFinding: comparison.requestsSinceFinding,
                elapsed: clock.now - start)
            {
                try Task.checkCancellation()
                comparison.advance()
                progress.update(comparison.requests)
            }
        }
        let elapsed = clock.now - start
        let findings = comparison.findings
        for finding in findings { search.print(finding) }
        try search.write(
            findings, about: "what changed from \(command.old) to \(command.new)", rules: command.new)
        let done = "\(comparison.requests.counted("request")) in \(elapsed.formattedSeconds)"
        context.console.err(
            findings.isEmpty
                ? "\(done) without a difference" : "\(findings.count.counted("difference")); \(done)")
        search.print(comparison.openConditions)
        return findings.isEmpty ? .done : .failed
    }
}
