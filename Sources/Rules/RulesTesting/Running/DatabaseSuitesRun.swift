package import RealtimeDatabaseRules
package import RulesCore

/// A run of suites on rules of the Realtime Database.
package struct DatabaseSuitesRun: SuitesRun {
    private let rules: DatabaseRuleset
    package let cases: [RecordedCase<DatabaseSuiteDecision>]

    /// Runs suites, several cases at a time.
    ///
    /// - Throws: A cancelled task's error.
    package init(_ suites: [DatabaseSuite], rules: DatabaseRuleset, lanes: Int) async throws {
        self.rules = rules
        cases = try await DatabaseSuiteRunner(rules: rules).run(suites, lanes: lanes)
    }

    package var coverage: any CoveredRules {
        var coverage = DatabaseCoverage(rules)
        for decision in cases.lazy.flatMap(\.decisions) { coverage.add(decision.decision) }
        return coverage
    }

    package var candidates: [Mutant] { DatabaseMutantGenerator.candidates(of: rules) }

    package func evaluatedRanges(for decisions: [DatabaseSuiteDecision]) -> [Set<SourceRange>] {
        decisions.map { $0.decision.evaluatedRanges(in: rules) }
    }

    package func changedRules(_ source: SourceFile) -> DatabaseRuleset? {
        try? DatabaseRuleset(source.content, name: source.name)
    }

    package func isNoticed(
        _ decision: DatabaseSuiteDecision, of step: StepRecord<DatabaseSuiteDecision>,
        by rules: DatabaseRuleset
    ) -> Bool {
        let wantsText = if case .denied(_?) = step.expectation { true } else { false }
        let changed = rules.decide(decision.request, isTraced: wantsText)
        return step.expectation.failure(for: changed, on: decision.request, by: rules) != nil
    }

    /// Each step is one decision. A step that fails makes its case fail, whatever follows.
    package func passes(_ index: Int, by source: SourceFile) -> Bool { false }
}
