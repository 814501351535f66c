package import FirestoreRules
package import RulesCore

/// A run of suites on rules of Firestore.
package struct FirestoreSuitesRun: SuitesRun {
    private let rules: Ruleset
    private let suites: [SuiteFile]
    private let runner: FirestoreSuiteRunner
    package let cases: [RecordedCase<FirestoreDecision>]

    /// Runs suites.
    ///
    /// - Throws: ``ServerFailure`` if the server cannot be used; a cancelled task's error.
    package init(_ suites: [SuiteFile], rules: Ruleset, on runner: FirestoreSuiteRunner) async throws {
        self.rules = rules
        self.suites = suites
        self.runner = runner
        cases = try await runner.run(suites)
    }

    package var coverage: any CoveredRules {
        var coverage = ConditionCoverage(rules)
        for decision in cases.lazy.flatMap(\.decisions) { coverage.add(decision) }
        return coverage
    }

    package var candidates: [Mutant] { MutantGenerator.candidates(of: rules) }

    package func evaluatedRanges(for decisions: [FirestoreDecision]) -> [Set<SourceRange>] {
        guard let plan = rules.plan(tracing: .on) else { return decisions.map { _ in [] } }
        let ranges = Dictionary(plan.allCoverageNodes.map { ($0.id, $0.range) }) { first, _ in first }
        return decisions.map { decision in
            let expressions = Set(decision.steps(by: plan).lazy.flatMap(\.events).map(\.expression))
            return Set(expressions.compactMap { ranges[$0] })
        }
    }

    package func changedRules(_ source: SourceFile) -> RulesPlan? { Ruleset(source).plan() }

    package func isNoticed(
        _ decision: FirestoreDecision, of step: StepRecord<FirestoreDecision>, by rules: RulesPlan
    ) -> Bool {
        var changed = decision.subject.decision(by: rules)
        let denial = changed.run()
        guard (denial == nil) == (decision.denial == nil) else { return true }
        if let denial, case .denied(let text?) = step.expectation { return !denial.message.contains(text) }
        return false
    }

    package func passes(_ index: Int, by source: SourceFile) async -> Bool {
        await runner.changed(by: Ruleset(source))?.passes(index, of: suites) ?? true
    }
}
