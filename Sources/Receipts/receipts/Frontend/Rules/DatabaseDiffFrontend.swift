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
        return try await search.compare(comparison, command)
    }
}
