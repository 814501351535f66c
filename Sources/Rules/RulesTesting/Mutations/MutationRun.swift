package import FirestoreRules

/// Runs the decisions of a suite again by each mutant's rules, to see which mutants it notices.
package struct MutationRun: MutantTrial {
    /// One decision of the suite on the unchanged rules.
    private struct Recording: Sendable {
        let caseName: String
        let decision: StepRecord.Decision
        let expectation: SuiteExpectation
        let isPartial: Bool
        /// The case as a whole, by its place among the results.
        let caseIndex: Int
    }

    private let recordings: [Recording]
    /// Which recordings evaluate an expression.
    private let recordingsByRange: [SourceRange: [Int]]
    /// Runs one case of the suite by other rules from its beginning; true when it passes.
    private let rerun: @Sendable (Int, SourceFile) async -> Bool

    /// Prepares from the results of a run on the unchanged rules, in which all cases passed.
    package init(
        _ results: [CaseResult], plan: RulesPlan, rerun: @escaping @Sendable (Int, SourceFile) async -> Bool
    ) {
        var recordings: [Recording] = []
        for (index, result) in results.enumerated() {
            for step in result.steps {
                for decision in step.decisions {
                    recordings.append(
                        Recording(
                            caseName: result.name, decision: decision, expectation: step.expectation,
                            isPartial: step.isPartial, caseIndex: index))
                }
            }
        }
        let ranges = Dictionary(plan.allCoverageNodes.map { ($0.id, $0.range) }) { first, _ in first }
        var byRange: [SourceRange: [Int]] = [:]
        for (index, recording) in recordings.enumerated() {
            let ids = Set(recording.decision.steps.lazy.flatMap(\.events).map(\.expression))
            for range in Set(ids.compactMap { ranges[$0] }) { byRange[range, default: []].append(index) }
        }
        self.recordings = recordings
        recordingsByRange = byRange
        self.rerun = rerun
    }

    package func fate(of mutant: Mutant) async -> MutantFate? {
        guard let plan = Ruleset(mutant.source).plan() else { return nil }
        let relevant: [Int]
        switch mutant.reach {
        case .everything: relevant = Array(recordings.indices)
        case .expression(let range): relevant = recordingsByRange[range] ?? []
        }
        if relevant.isEmpty { return .notReached }
        for index in relevant {
            let recording = recordings[index]
            var decision = recording.decision.subject.decision(by: plan)
            let denial = decision.run()
            guard isNoticed(denial, recording) else { continue }
            // Had the rules allowed the reads, the writes of the transaction would have been asked about as well.
            if recording.isPartial, await rerun(recording.caseIndex, mutant.source) { continue }
            return .killed(by: recording.caseName)
        }
        return .survived
    }

    private func isNoticed(_ denial: Denial?, _ recording: Recording) -> Bool {
        guard (denial == nil) == (recording.decision.denial == nil) else { return true }
        if let denial, case .denied(let text?) = recording.expectation {
            return !denial.message.contains(text)
        }
        return false
    }
}
