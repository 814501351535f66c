import FirestoreRules
import RealtimeDatabaseRules
import RulesCore
import RulesTesting

/// Suites that have been run on their rules, of either kind.
protocol SuitesRun {
    /// What became of the cases, in their order.
    var results: [CaseResult] { get }
    /// What each condition of the rules came to.
    var coverage: any CoveredRules { get }
    /// Tries all changes of the rules, several at a time. The cases must have passed.
    func mutants(lanes: Int) async throws -> [MutantResult]
}

/// A run on rules of Firestore.
struct FirestoreSuitesRun: SuitesRun {
    let rules: Ruleset
    let suites: [SuiteFile]
    let runner: SuiteRunner
    let results: [CaseResult]

    var coverage: any CoveredRules {
        var coverage = ConditionCoverage(rules)
        coverage.add(results)
        return coverage
    }

    func mutants(lanes: Int) async throws -> [MutantResult] {
        guard let plan = rules.plan(tracing: .on) else { return [] }
        let run = MutationRun(results, plan: plan) { index, source in
            await runner.changed(by: Ruleset(source))?.passes(index, of: suites) ?? true
        }
        return try await run.run(MutantGenerator(rules).candidates(), lanes: lanes)
    }
}

/// A run on rules of the Realtime Database.
struct DatabaseSuitesRun: SuitesRun {
    let rules: DatabaseRuleset
    let cases: [DatabaseCaseResult]

    var results: [CaseResult] { cases.map(\.result) }

    var coverage: any CoveredRules {
        var coverage = DatabaseCoverage(rules)
        coverage.add(cases)
        return coverage
    }

    func mutants(lanes: Int) async throws -> [MutantResult] {
        try await DatabaseMutationRun(cases, rules: rules).run(
            DatabaseMutantGenerator(rules).candidates(), lanes: lanes)
    }
}
