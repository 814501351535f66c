import RulesAnalysis
import RulesCore

/// Compares two versions of rules by what they allow.
struct RulesDiffFrontend {
    let command: RulesDiffCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let search = RulesSearch(options: command.search, context: context)
        let (old, new) = (try await search.rules(command.old), try await search.rules(command.new))
        var comparison: RulesComparison
        do throws(RulesRefusal) {
            comparison = try RulesComparison(old: old, new: new, seed: command.search.seed)
        } catch {
            throw CommandFailure(.wrongUsage, error.description)
        }
        if comparison.saysTheSame {
            context.console.err("no difference: both say the same")
            return .done
        }
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
