import AnalysisCore
import DatabaseRulesAnalysis
import FirestoreRules
import RulesAnalysis
import RulesCore
import RulesTesting

/// Looks for requests that rules allow, for the commands that show what they are about.
struct RulesLook {
    let options: LookOptions
    let context: CommandContext

    /// So many requests are tried for each statement and method, if there is time.
    private static let requests = 3000

    /// - Throws: ``CommandFailure`` if the rules cannot be read or used.
    func allowedRequests(by path: String) async throws -> AllowedRequests {
        let source = try await RulesSearch.rules(path, in: context)
        let rules: AnalysedRules
        do throws(RulesRefusal) {
            rules = try AnalysedRules(source)
        } catch {
            throw CommandFailure(.wrongUsage, error.description)
        }
        let allowed = AllowedRequests(rules, seed: options.seed)
        return try await search(allowed)
    }

    /// - Throws: ``CommandFailure`` if the rules cannot be read or used.
    func allowedDatabaseRequests(by path: String) async throws -> AllowedDatabaseRequests {
        let rules = try await RulesSearch.databaseRules(path, in: context)
        return try await search(try AllowedDatabaseRequests(rules, seed: options.seed))
    }

    private func search<Search: AllowedSearch>(_ start: Search) async throws -> Search {
        var allowed = start
        let total = allowed.goals * RulesLook.requests
        let clock = ContinuousClock()
        let end = clock.now + .seconds(options.seconds)
        let line = ProgressLine("searching", "request", total: total, limit: .seconds(options.seconds))
        try await context.showing(line) { progress in
            while allowed.requests < total, clock.now < end {
                try Task.checkCancellation()
                allowed.advance()
                progress.update(allowed.requests)
            }
        }
        return allowed
    }
}
