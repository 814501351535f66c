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
            findings += try await search.attack(
                attack, share: Double(group.count) / Double(file.claims.count))
        }
        return try search.conclude(findings, file, rules: path)
    }
}
