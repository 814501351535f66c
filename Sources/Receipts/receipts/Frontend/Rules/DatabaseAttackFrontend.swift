import AnalysisCore
import DatabaseRulesAnalysis
import PrintableText
import RealtimeDatabaseRules
import RulesTesting

/// Searches for requests that break claims about rules of the Realtime Database.
struct DatabaseAttackFrontend {
    let command: RulesAttackCommand
    let context: CommandContext

    private var search: RulesSearch { RulesSearch(options: command.search, context: context) }

    func run(_ path: String, _ file: ClaimsFile) async throws -> ExitStatus {
        try search.refuseProofFile()
        let rules = try await RulesSearch.databaseRules(path, in: context)
        // All claims compile before the first is tried.
        for (index, claim) in file.claims.enumerated() {
            do throws(ClaimProblem) {
                _ = try DatabaseAttack([claim], on: rules, seed: command.search.seed)
            } catch {
                throw CommandFailure(.wrongUsage, file.problem(error, of: index).description.printable)
            }
        }
        let seeds = try await DatabaseSearchSeeds(options: command.search, context: context).scenarios(rules)
        var findings: [DatabaseFinding] = []
        for group in file.claims.byRequest {
            var attack = try DatabaseAttack(group, on: rules, seed: command.search.seed)
            attack.sow(seeds)
            findings += try await run(attack, share: Double(group.count) / Double(file.claims.count))
        }
        try search.write(findings, about: "requests that break \(file.file)", rules: path)
        let broken = Set(findings.compactMap(\.claim)).count
        context.console.err("\(file.claims.count.counted("claim")), \(broken) broken")
        return findings.isEmpty ? .done : .failed
    }

    /// Tries claims about the same requests for their share of the time.
    private func run(_ start: DatabaseAttack, share: Double) async throws -> [DatabaseFinding] {
        var attack = start
        let clock = ContinuousClock()
        let begin = clock.now
        try await context.showing(search.progressLine(share: share)) { progress in
            while search.goesOn(
                requests: attack.requests, sinceFinding: attack.requestsSinceFinding,
                elapsed: clock.now - begin, share: share)
            {
                try Task.checkCancellation()
                attack.advance()
                progress.update(attack.requests)
            }
        }
        let findings = attack.findings
        for finding in findings { search.print(finding) }
        let done = "\(attack.requests.counted("request")), \((clock.now - begin).formattedSeconds)"
        for claim in attack.claims {
            let verdict =
                !findings.contains { $0.claim == claim }
                ? attack.hasReachedAllowed ? "holds in" : "is about nothing allowed in" : "broken,"
            context.console.err("\(claim.name): \(verdict) \(done)".printable)
        }
        return findings
    }
}
