import RulesCore

/// Repeats the decisions of a suite with the rules of each mutant, to find out which mutants the suite notices.
struct MutationRun<Run: SuitesRun>: Sendable {
    /// One decision of the suite on the unchanged rules.
    private struct Recording: Sendable {
        let decision: Run.Decision
        let step: StepRecord<Run.Decision>
        /// The place of the case in the run.
        let caseIndex: Int
    }

    private let run: Run
    private let recordings: [Recording]
    /// The recordings that evaluate an expression.
    private let recordingsByRange: [SourceRange: [Int]]

    /// Prepares a run from one on the unchanged rules, in which all cases passed.
    init(_ run: Run) {
        self.run = run
        recordings = run.cases.enumerated().flatMap { index, recorded in
            recorded.steps.flatMap { step in
                step.decisions.map { Recording(decision: $0, step: step, caseIndex: index) }
            }
        }
        var byRange: [SourceRange: [Int]] = [:]
        for (index, ranges) in run.evaluatedRanges(for: recordings.map(\.decision)).enumerated() {
            for range in ranges { byRange[range, default: []].append(index) }
        }
        recordingsByRange = byRange
    }

    /// Tries mutants, several at a time.
    ///
    /// - Parameter onProgress: Gets the number of mutants whenever one of them was tried.
    /// - Returns: The fates of those that compile, in the order of the mutants.
    /// - Throws: `CancellationError` when the task is cancelled.
    func results(
        _ mutants: [Mutant], lanes: Int, onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> [MutantResult] {
        let results = try await WorkQueue.map(count: mutants.count, lanes: lanes, lane: {}) { index, _ in
            // The lanes would otherwise keep all threads busy, and an interruption would wait for their end.
            await Task.yield()
            try Task.checkCancellation()
            defer { onProgress(mutants.count) }
            return await fate(of: mutants[index]).map { MutantResult(mutant: mutants[index], fate: $0) }
        }
        return results.compactMap(\.self)
    }

    /// The fate of a mutant; nil if it does not compile.
    private func fate(of mutant: Mutant) async -> MutantFate? {
        guard let rules = run.changedRules(mutant.source) else { return nil }
        let relevant: [Int]
        switch mutant.reach {
        case .everything: relevant = Array(recordings.indices)
        case .expression(let range): relevant = recordingsByRange[range] ?? []
        }
        if relevant.isEmpty { return .notReached }
        for index in relevant {
            let (recording, step) = (recordings[index], recordings[index].step)
            guard run.isNoticed(recording.decision, of: step, by: rules) else { continue }
            // If the rules had allowed the reads of a transaction, they would also have been evaluated for its writes.
            if step.isPartial, await run.passes(recording.caseIndex, by: mutant.source) { continue }
            return .killed(by: run.cases[recording.caseIndex].result.name)
        }
        return .survived
    }
}
